//! Materials and how two of them slide, bounce and roll on one another.
//!
//! Figures belong to pairs. A pair that no file lists gets the geometric mean of the two materials' own
//! frictions and restitutions and the larger of their rolling ratios; a material's own figures are also the
//! law of the material on itself, unless that pair is listed.

use crate::physics::{MaterialId, PairLaw};
use std::path::Path;

use serde::Deserialize;

use super::{
    DataProblem,
    problem::{Report, did_you_mean},
    source::SourceText,
};
use crate::units::Scalar;

/// The shipped materials, used where a scene names no others and has no `materials.ron` beside it.
pub(super) const BUILT_IN: &str = include_str!("../../../scenes/materials.ron");

/// Most materials a table holds; the table of pairs is dense.
pub const MAX_MATERIALS: usize = 64;

/// One material.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialDef {
    /// Name, as files write it.
    pub name: String,
    /// Density, kilograms per cubic metre.
    pub density: Scalar,
    /// The material on itself, and its share in pairs that are not listed.
    pub own: PairLaw,
}

/// All materials of a scene, and the law of every pair.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialTable {
    materials: Vec<MaterialDef>,
    pairs: Vec<PairLaw>,
}

impl MaterialTable {
    /// The law of a pair, in either order.
    pub fn pair(&self, a: MaterialId, b: MaterialId) -> PairLaw {
        self.pairs[usize::from(a.0) * self.materials.len() + usize::from(b.0)]
    }

    /// The material of a name.
    pub fn find(&self, name: &str) -> Option<MaterialId> {
        let at = self.materials.iter().position(|material| material.name == name)?;
        u16::try_from(at).ok().map(MaterialId)
    }

    /// A material.
    pub fn get(&self, id: MaterialId) -> &MaterialDef {
        &self.materials[usize::from(id.0)]
    }

    /// All materials, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &MaterialDef> + Clone {
        self.materials.iter()
    }

    /// The material a file names, or a problem and a stand-in.
    pub(super) fn named(&self, report: &mut Report, place: &str, name: &str) -> MaterialId {
        self.find(name).unwrap_or_else(|| {
            let remedy = did_you_mean(name, self.iter().map(|material| material.name.as_str()));
            report.add(
                place,
                format!("the unknown material `{name}`"),
                "a material of materials.ron",
                remedy,
            );
            MaterialId(0)
        })
    }
}

/// `materials.ron` as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMaterials {
    materials: Vec<RawMaterial>,
    #[serde(default)]
    pairs: Vec<RawPair>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMaterial {
    name: String,
    density_kg_m3: Scalar,
    friction: Scalar,
    static_friction: Option<Scalar>,
    restitution: Scalar,
    #[serde(default)]
    rolling: Scalar,
    #[serde(default, rename = "source")]
    _source: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPair {
    a: String,
    b: String,
    friction: Scalar,
    static_friction: Option<Scalar>,
    restitution: Scalar,
    rolling: Option<Scalar>,
    #[serde(default, rename = "source")]
    _source: String,
}

/// Reads and checks a file of materials.
pub fn load_materials(path: &Path) -> Result<MaterialTable, Vec<DataProblem>> {
    materials(&SourceText::read(path)?)
}

/// The materials that are shipped with the program.
pub fn built_in_materials() -> Result<MaterialTable, Vec<DataProblem>> {
    materials(&SourceText::new(Path::new("scenes/materials.ron"), BUILT_IN.to_owned()))
}

pub(super) fn materials(source: &SourceText) -> Result<MaterialTable, Vec<DataProblem>> {
    let mut report = Report::new(source);
    let table = source.parse(&mut report).map(|raw| validate(&raw, &mut report));
    report.finish()?;
    table.ok_or_else(|| vec![source.problem("", "nothing", "materials", "")])
}

fn validate(raw: &RawMaterials, report: &mut Report) -> MaterialTable {
    let mut table = MaterialTable { materials: Vec::new(), pairs: Vec::new() };
    if raw.materials.is_empty() || raw.materials.len() > MAX_MATERIALS {
        let found = format!("{} materials", raw.materials.len());
        report.add("materials", found, format!("1 to {MAX_MATERIALS}"), "");
        return table;
    }
    for (index, material) in raw.materials.iter().enumerate() {
        let place = format!("materials[{index}]");
        report.name(&format!("{place}.name"), &material.name);
        if table.find(&material.name).is_some() {
            let found = format!("a second material `{}`", material.name);
            report.add(&format!("{place}.name"), found, "each material once", "rename or remove one");
        }
        let density = report.positive(&format!("{place}.density_kg_m3"), material.density_kg_m3, 25_000.0);
        let rolling = report.between(&format!("{place}.rolling"), material.rolling, 0.0, 1.0);
        let own =
            law(report, &place, material.friction, material.static_friction, material.restitution, rolling);
        table.materials.push(MaterialDef { name: material.name.clone(), density, own });
    }
    let count = table.materials.len();
    for a in 0..count {
        for b in 0..count {
            table.pairs.push(blend(table.materials[a].own, table.materials[b].own));
        }
    }
    let mut listed = vec![false; count * count];
    for (index, pair) in raw.pairs.iter().enumerate() {
        let place = format!("pairs[{index}]");
        let before = report.count();
        let a = usize::from(table.named(report, &format!("{place}.a"), &pair.a).0);
        let b = usize::from(table.named(report, &format!("{place}.b"), &pair.b).0);
        if report.count() == before && listed[a * count + b] {
            let found = format!("the pair `{}`, `{}` a second time", pair.a, pair.b);
            report.add(&place, found, "each pair once, in either order", "remove one");
        }
        let rolling = pair.rolling.unwrap_or(table.pairs[a * count + b].rolling);
        let rolling = report.between(&format!("{place}.rolling"), rolling, 0.0, 1.0);
        let law = law(report, &place, pair.friction, pair.static_friction, pair.restitution, rolling);
        for at in [a * count + b, b * count + a] {
            listed[at] = true;
            table.pairs[at] = law;
        }
    }
    table
}

fn law(
    report: &mut Report,
    place: &str,
    kinetic: Scalar,
    fixed: Option<Scalar>,
    restitution: Scalar,
    rolling: Scalar,
) -> PairLaw {
    let kinetic_friction = report.between(&format!("{place}.friction"), kinetic, 0.0, 10.0);
    let static_friction =
        report.between(&format!("{place}.static_friction"), fixed.unwrap_or(kinetic_friction), 0.0, 10.0);
    if static_friction < kinetic_friction {
        let expected = format!("at least the kinetic friction {kinetic_friction}");
        report.add(&format!("{place}.static_friction"), static_friction.to_string(), expected, "");
    }
    let restitution = report.between(&format!("{place}.restitution"), restitution, 0.0, 1.0);
    PairLaw { static_friction, kinetic_friction, restitution, rolling }
}

fn blend(a: PairLaw, b: PairLaw) -> PairLaw {
    let mean = |a: Scalar, b: Scalar| (a * b).sqrt();
    PairLaw {
        static_friction: mean(a.static_friction, b.static_friction),
        kinetic_friction: mean(a.kinetic_friction, b.kinetic_friction),
        restitution: mean(a.restitution, b.restitution),
        rolling: a.rolling.max(b.rolling),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law_of(a: &str, b: &str) -> PairLaw {
        let table = built_in_materials().unwrap();
        table.pair(table.find(a).unwrap(), table.find(b).unwrap())
    }

    /// Sections 33.6, BP-G.16, DD-G.16, BG-G.16 and BD-G.15 of the rules: (pair, friction, restitution).
    #[test]
    fn the_shipped_pairs_are_those_of_the_rules() {
        let listed = [
            ("varnished_wood", "varnished_wood", 0.20, 0.50),
            ("varnished_wood", "fabric", 0.30, 0.20),
            ("raw_wood", "varnished_wood", 0.25, 0.50),
            ("varnished_wood", "cushion", 0.20, 0.55),
            ("skin", "varnished_wood", 0.40, 0.30),
            ("turned_wood", "cloth", 0.45, 0.42),
            ("turned_wood", "raw_wood", 0.30, 0.50),
            ("turned_wood", "turned_wood", 0.25, 0.45),
            ("turned_wood", "table", 0.40, 0.40),
            ("bone", "varnished_wood", 0.40, 0.20),
            ("bone", "bone", 0.35, 0.30),
            ("stone", "felt", 0.50, 0.25),
            ("stone", "stone", 0.30, 0.55),
            ("brass", "table", 0.30, 0.40),
            ("resin", "felt", 0.45, 0.10),
            ("resin", "resin", 0.30, 0.25),
            ("acetate", "felt", 0.45, 0.30),
            ("acetate", "resin", 0.30, 0.40),
            ("acetate", "raw_wood", 0.35, 0.35),
            ("acetate", "leather", 0.30, 0.35),
            ("hardwood", "plywood", 0.45, 0.15),
            ("plywood", "table", 0.50, 0.10),
            ("glass", "glass", 0.15, 0.70),
            ("glass", "bag_cloth", 0.50, 0.10),
            ("glass", "raw_wood", 0.30, 0.25),
            ("hardwood", "hardwood", 0.30, 0.25),
            ("reference", "reference", 0.20, 0.60),
        ];
        for (a, b, friction, restitution) in listed {
            let (law, flipped) = (law_of(a, b), law_of(b, a));
            assert_eq!((law.kinetic_friction, law.restitution), (friction, restitution), "{a} on {b}");
            assert_eq!(law, flipped, "{a} on {b} depends on the order");
        }
        assert_eq!(law_of("turned_wood", "cloth").rolling, 0.03);
    }

    #[test]
    fn an_unlisted_pair_is_blended_from_both_materials() {
        let (steel, felt, law) = (law_of("steel", "steel"), law_of("felt", "felt"), law_of("steel", "felt"));
        assert_eq!(law.kinetic_friction, (steel.kinetic_friction * felt.kinetic_friction).sqrt());
        assert_eq!(law.restitution, (steel.restitution * felt.restitution).sqrt());
        assert_eq!(law.rolling, steel.rolling.max(felt.rolling));
    }
}
