//! Overlap against closed forms, against fine grids with their own rule of membership, and under motions.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_4, FRAC_PI_6, PI, TAU};

use super::*;

fn at(x: Scalar, y: Scalar) -> Vector2 {
    Vector2::new(x, y)
}

fn disc(x: Scalar, y: Scalar, radius: Scalar) -> Circle {
    Circle::new(at(x, y), radius)
}

fn zone(shape: ZoneShape) -> Zone {
    holed_zone(shape, Vec::new())
}

fn holed_zone(shape: ZoneShape, holes: Vec<Circle>) -> Zone {
    Zone::new(shape, holes).expect("the zones of these tests are possible")
}

fn trapezoid() -> ZoneShape {
    ZoneShape::Polygon(vec![at(-2.0, -1.0), at(2.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)])
}

#[track_caller]
fn assert_close(found: Scalar, expected: Scalar, tolerance: Scalar) {
    let error = (found - expected).abs();
    assert!(error <= tolerance, "found {found}, expected {expected}: off by {error:e}");
}

/// Whether a point belongs to a shape.
type Membership = Box<dyn Fn(Vector2) -> bool>;

/// Every kind of shape, in no special position, with a membership rule that shares no code with the module.
fn shapes() -> Vec<(ZoneShape, Membership)> {
    // Bearing clockwise from north, off an axis.
    fn bearing_off(offset: Vector2, axis: Scalar) -> Scalar {
        let bearing = offset.x.atan2(offset.y) - axis;
        (bearing + PI).rem_euclid(TAU) - PI
    }
    fn sector(inner: Scalar, outer: Scalar, azimuth: Scalar, half_angle: Scalar) -> ZoneShape {
        let centre = at(0.15, -0.1);
        ZoneShape::Sector { centre, radius_inner: inner, radius_outer: outer, azimuth, half_angle }
    }
    fn in_sector(inner: Scalar, outer: Scalar, azimuth: Scalar, half_angle: Scalar) -> Membership {
        Box::new(move |point| {
            let offset = point - at(0.15, -0.1);
            let squared = offset.length_squared();
            (inner * inner..=outer * outer).contains(&squared)
                && bearing_off(offset, azimuth).abs() <= half_angle
        })
    }
    vec![
        (
            ZoneShape::Disc { centre: at(0.3, 0.2), radius: 0.9 },
            Box::new(|point| (point - at(0.3, 0.2)).length_squared() <= 0.81),
        ),
        (
            ZoneShape::Annulus { centre: at(-0.2, 0.1), inner: 0.45, outer: 0.95 },
            Box::new(|point| (0.2025..=0.9025).contains(&(point - at(-0.2, 0.1)).length_squared())),
        ),
        (sector(0.3, 1.1, 0.7, 0.6), in_sector(0.3, 1.1, 0.7, 0.6)),
        (sector(0.0, 0.8, -2.0, 1.3), in_sector(0.0, 0.8, -2.0, 1.3)),
        (sector(0.2, 0.9, 2.5, 2.4), in_sector(0.2, 0.9, 2.5, 2.4)),
        (sector(0.2, 0.9, 2.5, 4.0), in_sector(0.2, 0.9, 2.5, 4.0)),
        (
            ZoneShape::Ellipse { centre: at(0.1, -0.2), half_axes: at(1.2, 0.4), rotation: 0.4 },
            Box::new(|point| {
                let offset = point - at(0.1, -0.2);
                let (sin, cos) = Scalar::sin_cos(0.4);
                let east = offset.x * cos - offset.y * sin;
                let north = offset.x * sin + offset.y * cos;
                (east / 1.2).powi(2) + (north / 0.4).powi(2) <= 1.0
            }),
        ),
        (
            // Clockwise, and not convex: the triangle less the notch that the fourth vertex makes.
            ZoneShape::Polygon(vec![at(-0.9, -0.8), at(0.05, 1.1), at(1.0, -0.7), at(0.1, -0.1)]),
            Box::new(|point| {
                let right_of = |a: Vector2, b: Vector2| (b - a).perp_dot(point - a) <= 0.0;
                right_of(at(-0.9, -0.8), at(0.05, 1.1))
                    && right_of(at(0.05, 1.1), at(1.0, -0.7))
                    && (right_of(at(1.0, -0.7), at(0.1, -0.1)) || right_of(at(0.1, -0.1), at(-0.9, -0.8)))
            }),
        ),
        (ZoneShape::Everything, Box::new(|_| true)),
    ]
}

/// Discs that cut the boundaries of [`shapes`] in many ways, from well inside to nearly all around.
fn discs() -> [Circle; 5] {
    [
        disc(0.0, 0.0, 1.0),
        disc(0.5, 0.3, 0.35),
        disc(-0.6, 0.4, 0.5),
        disc(0.1, -0.5, 0.7),
        disc(0.2, 0.1, 1.6),
    ]
}

/// Cell centres of a square grid over a disc, and the area of a cell.
fn grid(disc: Circle, cells: u32) -> (impl Iterator<Item = Vector2>, Scalar) {
    let cell = 2.0 * disc.radius / Scalar::from(cells);
    let coordinate = move |index: u32| (Scalar::from(index) + 0.5) * cell - disc.radius;
    let points = (0..cells)
        .flat_map(move |row| (0..cells).map(move |column| at(coordinate(column), coordinate(row))))
        .filter(move |offset| offset.length_squared() <= disc.radius * disc.radius)
        .map(move |offset| disc.centre + offset);
    (points, cell * cell)
}

#[test]
fn area_agrees_with_a_fine_grid() {
    for (shape, contains) in shapes() {
        for disc in [discs()[0], discs()[3]] {
            let (points, cell) = grid(disc, 2000);
            let counted = points.filter(|&point| contains(point)).count() as Scalar * cell;
            let found = shape.area(disc);
            let error = (found - counted).abs() / disc.area();
            assert!(error < 1.0e-4, "{shape:?} {disc:?}: {found}, counted {counted}, {error:e}");
        }
    }
}

#[test]
fn contains_point_agrees_with_membership() {
    for (shape, contains) in shapes() {
        let zone = zone(shape);
        let (points, _) = grid(disc(0.0, 0.0, 1.5), 150);
        for point in points {
            assert_eq!(zone.contains_point(point), contains(point), "{zone:?} {point}");
        }
    }
}

#[test]
fn boundary_distance_is_the_radius_of_the_largest_clear_disc() {
    for (shape, _) in shapes().into_iter().filter(|(shape, _)| *shape != ZoneShape::Everything) {
        let (points, _) = grid(disc(0.0, 0.0, 1.5), 20);
        for point in points {
            let distance = shape.boundary_distance(point);
            let share = |scale: Scalar| {
                let disc = Circle::new(point, distance.abs() * scale);
                shape.area(disc) / disc.area()
            };
            // Up to the boundary a disc lies wholly on one side of it; a little beyond, no longer.
            let whole = if distance < 0.0 { 1.0 } else { 0.0 };
            assert_close(share(1.0 - 1.0e-9), whole, 1.0e-12);
            assert!((share(1.02) - whole).abs() > 1.0e-9, "{shape:?} {point} {distance}");
        }
    }
}

#[test]
fn lens_of_two_circles() {
    let lens = |r: Scalar, s: Scalar, d: Scalar| {
        let kite = ((r + s - d) * (d + r - s) * (d - r + s) * (d + r + s)).sqrt();
        r * r * ((d * d + r * r - s * s) / (2.0 * d * r)).acos()
            + s * s * ((d * d + s * s - r * r) / (2.0 * d * s)).acos()
            - 0.5 * kite
    };
    for (r, s, d) in [(1.0, 1.0, 1.0), (1.0, 2.0, 1.5), (0.3, 2.0, 2.1), (3.0, 0.5, 2.9)] {
        let shape = ZoneShape::Disc { centre: at(d * 0.6, d * 0.8), radius: s };
        assert_close(shape.area(disc(0.0, 0.0, r)), lens(r, s, d), 2.0e-14);
    }
}

#[test]
fn half_plane_cuts_a_segment_off_the_disc() {
    let half_plane = ZoneShape::Polygon(vec![at(0.0, -50.0), at(90.0, -50.0), at(90.0, 50.0), at(0.0, 50.0)]);
    for depth in [0.0, 1.0e-6, 0.25, 1.0, 1.5, 2.0] {
        let height: Scalar = 1.0 - depth;
        let expected = height.acos() - height * (1.0 - height * height).sqrt();
        assert_close(half_plane.area(disc(-height, 3.0, 1.0)), expected, 1.0e-14);
        assert_close(zone(half_plane.clone()).depth(disc(-height, 3.0, 1.0)), depth, 1.0e-15);
    }
}

#[test]
fn disc_around_a_zone_shares_the_area_of_the_zone() {
    let around = disc(0.3, -0.2, 9.0);
    let sector = |half_angle| ZoneShape::Sector {
        centre: at(0.5, 0.5),
        radius_inner: 1.0,
        radius_outer: 3.0,
        azimuth: 2.0,
        half_angle,
    };
    for (shape, expected) in [
        (ZoneShape::Disc { centre: at(1.0, 1.0), radius: 2.0 }, 4.0 * PI),
        (ZoneShape::Annulus { centre: at(1.0, 1.0), inner: 1.0, outer: 2.0 }, 3.0 * PI),
        (sector(FRAC_PI_6), 8.0 * FRAC_PI_6),
        (sector(2.9), 8.0 * 2.9),
        (sector(PI), 8.0 * PI),
        (ZoneShape::Ellipse { centre: at(1.0, 0.0), half_axes: at(0.5, 3.0), rotation: 1.0 }, 1.5 * PI),
        (trapezoid(), 6.0),
        (ZoneShape::Everything, 81.0 * PI),
    ] {
        assert_close(shape.area(around), expected, 1.0e-13);
    }
}

#[test]
fn disc_inside_a_zone_shares_its_whole_area() {
    let inside = disc(0.1, 0.2, 0.1);
    for shape in [
        ZoneShape::Disc { centre: at(0.0, 0.0), radius: 5.0 },
        ZoneShape::Annulus { centre: at(3.0, 0.0), inner: 2.0, outer: 4.0 },
        ZoneShape::Sector {
            centre: at(0.0, -1.0),
            radius_inner: 0.5,
            radius_outer: 2.0,
            azimuth: 0.0,
            half_angle: 0.5,
        },
        ZoneShape::Ellipse { centre: at(0.0, 0.0), half_axes: at(2.0, 1.0), rotation: 0.3 },
        trapezoid(),
        ZoneShape::Everything,
    ] {
        assert_close(shape.area(inside), inside.area(), 1.0e-15);
        let zone = zone(shape);
        assert!(zone.contains_disc(inside, 0.0));
        assert_eq!(zone.depth(inside), 0.2);
    }
}

#[test]
fn sector_shares_its_angle_of_a_disc_about_its_apex() {
    for half_angle in [0.1, 1.0, FRAC_PI_2, 2.0, 3.1] {
        let shape = ZoneShape::Sector {
            centre: at(4.0, 4.0),
            radius_inner: 0.0,
            radius_outer: 2.0,
            azimuth: 5.0,
            half_angle,
        };
        assert_close(shape.area(disc(4.0, 4.0, 1.0)), half_angle, 1.0e-14);
    }
}

#[test]
fn azimuth_turns_clockwise_from_north() {
    let sector = |azimuth| {
        zone(ZoneShape::Sector {
            centre: Vector2::ZERO,
            radius_inner: 0.0,
            radius_outer: 2.0,
            azimuth,
            half_angle: FRAC_PI_4,
        })
    };
    assert!(sector(0.0).contains_point(at(0.0, 1.0)));
    assert!(sector(FRAC_PI_2).contains_point(at(1.0, 0.0)));
    assert!(!sector(FRAC_PI_2).contains_point(at(-1.0, 0.0)));
    // The long half-axis `y` of an ellipse points where its rotation says.
    let ellipse = ZoneShape::Ellipse { centre: Vector2::ZERO, half_axes: at(1.0, 3.0), rotation: FRAC_PI_3 };
    assert_close(ellipse.boundary_distance(direction(FRAC_PI_3) * 3.0), 0.0, 1.0e-15);
    assert!(ellipse.boundary_distance(direction(-FRAC_PI_3) * 3.0) > 1.0);
}

#[test]
fn ellipse_and_concentric_disc() {
    let (a, b, r): (Scalar, Scalar, Scalar) = (2.0, 0.5, 1.2);
    // Parameter and polar angle of the crossing in the first quadrant.
    let parameter = ((r * r - b * b) / (a * a - b * b)).sqrt().acos();
    let polar = (b * parameter.sin()).atan2(a * parameter.cos());
    let expected = 4.0 * (0.5 * r * r * polar + 0.5 * a * b * (FRAC_PI_2 - parameter));
    for rotation in [0.0, 0.7, FRAC_PI_2] {
        let shape = ZoneShape::Ellipse { centre: at(1.0, 2.0), half_axes: at(a, b), rotation };
        assert_close(shape.area(disc(1.0, 2.0, r)), expected, 1.0e-14);
    }
}

#[test]
fn ellipse_is_the_limit_of_polygons() {
    let (half_axes, rotation) = (at(1.3, 0.4), 0.6);
    let ellipse = ZoneShape::Ellipse { centre: at(0.2, 0.1), half_axes, rotation };
    let [east, north] = axes(rotation);
    let inscribed = |sides: u32| {
        let vertex = |index| {
            let (sin, cos) = (TAU * Scalar::from(index) / Scalar::from(sides)).sin_cos();
            at(0.2, 0.1) + east * half_axes.x * cos + north * half_axes.y * sin
        };
        ZoneShape::Polygon((0..sides).map(vertex).collect())
    };
    let (coarse, fine) = (inscribed(20_000), inscribed(40_000));
    for disc in discs() {
        // The deficit falls with the square of the number of sides: extrapolate to infinitely many.
        let expected = (4.0 * fine.area(disc) - coarse.area(disc)) / 3.0;
        assert_close(ellipse.area(disc), expected, 1.0e-10);
    }
}

#[test]
fn circular_ellipse_is_a_disc_and_wide_sector_an_annulus() {
    let centre = at(0.2, -0.1);
    let pairs = [
        (
            ZoneShape::Ellipse { centre, half_axes: at(0.8, 0.8), rotation: 0.9 },
            ZoneShape::Disc { centre, radius: 0.8 },
        ),
        (
            ZoneShape::Sector {
                centre,
                radius_inner: 0.3,
                radius_outer: 0.8,
                azimuth: 1.0,
                half_angle: PI - 1.0e-13,
            },
            ZoneShape::Annulus { centre, inner: 0.3, outer: 0.8 },
        ),
    ];
    for (shape, expected) in pairs {
        for disc in discs() {
            assert_close(shape.area(disc), expected.area(disc), 1.0e-12);
        }
    }
}

#[test]
fn seams_and_points_are_no_boundary() {
    let centre = at(0.2, -0.1);
    let sector = |half_angle| ZoneShape::Sector {
        centre,
        radius_inner: 0.3,
        radius_outer: 0.9,
        azimuth: 0.0,
        half_angle,
    };
    for half_angle in [PI, 4.0] {
        // In the middle of the ring, where the two edges of the sector would meet.
        let distance = sector(half_angle).boundary_distance(centre - at(0.0, 0.6));
        assert_close(distance, -0.3, 1.0e-15);
    }
    let distance = sector(PI - 1.0e-3).boundary_distance(centre - at(0.0, 0.6));
    assert_close(distance, 0.6 * Scalar::sin(1.0e-3), 1.0e-15);
    let ring = ZoneShape::Annulus { centre, inner: 0.0, outer: 0.9 };
    assert_eq!(ring.boundary_distance(centre), -0.9);
}

#[test]
fn quantities_do_not_depend_on_the_frame() {
    // A rotation clockwise by `turn`, then a shift.
    fn moved(shape: &ZoneShape, turn: Scalar, shift: Vector2) -> ZoneShape {
        let [east, north] = axes(turn);
        let place = |point: Vector2| east * point.x + north * point.y + shift;
        match shape.clone() {
            ZoneShape::Disc { centre, radius } => ZoneShape::Disc { centre: place(centre), radius },
            ZoneShape::Sector { centre, radius_inner, radius_outer, azimuth, half_angle } => {
                let (centre, azimuth) = (place(centre), azimuth + turn);
                ZoneShape::Sector { centre, radius_inner, radius_outer, azimuth, half_angle }
            }
            ZoneShape::Annulus { centre, inner, outer } => {
                ZoneShape::Annulus { centre: place(centre), inner, outer }
            }
            ZoneShape::Ellipse { centre, half_axes, rotation } => {
                ZoneShape::Ellipse { centre: place(centre), half_axes, rotation: rotation + turn }
            }
            ZoneShape::Polygon(vertices) => ZoneShape::Polygon(vertices.into_iter().map(place).collect()),
            ZoneShape::Everything => ZoneShape::Everything,
        }
    }
    for (shape, _) in shapes() {
        for (turn, shift) in [(0.0, at(3.0, -7.0)), (1.1, Vector2::ZERO), (-2.3, at(-0.4, 5.0))] {
            let there = moved(&shape, turn, shift);
            let [east, north] = axes(turn);
            for disc in discs() {
                let centre = east * disc.centre.x + north * disc.centre.y + shift;
                let disc_there = Circle::new(centre, disc.radius);
                assert_close(there.area(disc_there), shape.area(disc), 2.0e-14);
                let (depth_there, depth) =
                    (zone(there.clone()).depth(disc_there), zone(shape.clone()).depth(disc));
                assert_close(depth_there, depth, 2.0e-14);
            }
        }
    }
}

#[test]
fn winding_and_first_vertex_do_not_matter() {
    let ZoneShape::Polygon(vertices) = trapezoid() else { unreachable!() };
    let mut other = vertices.clone();
    other.rotate_left(1);
    other.reverse();
    let (one, other) = (ZoneShape::Polygon(vertices), ZoneShape::Polygon(other));
    for disc in [disc(1.4, 0.3, 0.5), disc(-0.2, 0.9, 0.6), disc(-1.7, -1.0, 0.4)] {
        let area = one.area(disc);
        assert!(area > 0.1 && area < disc.area() - 0.1);
        assert_close(other.area(disc), area, 1.0e-15);
        assert_eq!(other.boundary_distance(disc.centre), one.boundary_distance(disc.centre));
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    // Four sectors and a core make a disc, whichever way a disc lies across them.
    let centre = at(0.05, 0.02);
    let sector = |quarter: i32| ZoneShape::Sector {
        centre,
        radius_inner: 0.4,
        radius_outer: 1.0,
        azimuth: 0.3 + FRAC_PI_2 * Scalar::from(quarter),
        half_angle: FRAC_PI_4,
    };
    let core = ZoneShape::Disc { centre, radius: 0.4 };
    let whole = ZoneShape::Disc { centre, radius: 1.0 };
    for disc in discs() {
        let sectors: Scalar = (0..4).map(|quarter| sector(quarter).area(disc)).sum();
        assert_close(sectors + core.area(disc), whole.area(disc), 1.0e-14);
    }
}

#[test]
fn area_of_a_small_disc_far_out_keeps_its_digits() {
    // A coin of 10 mm on the rim of a disc of 1 km, cut along a line that is straight for all purposes.
    let shape = ZoneShape::Disc { centre: at(-1000.0, 0.0), radius: 1000.0 };
    let coin = disc(0.0, 0.0, 0.01);
    // Half the coin less the sagitta of the rim, whose mean across the coin is a third of its greatest.
    let expected = 0.5 * coin.area() - 0.01_f64.powi(3) / (3.0 * 1000.0);
    assert_close(shape.area(coin), expected, 1.0e-11 * coin.area());
}

#[test]
fn holes_subtract() {
    let shape = ZoneShape::Disc { centre: Vector2::ZERO, radius: 1.0 };
    let hole = Circle::new(at(0.2, 0.0), 0.3);
    let holed = holed_zone(shape.clone(), vec![hole, Circle::new(at(-0.6, 0.0), 0.1)]);
    assert_close(holed.area(disc(0.0, 0.0, 2.0)), PI * (1.0 - 0.09 - 0.01), 1.0e-14);
    assert_eq!(holed.area(disc(0.2, 0.1, 0.15)), 0.0);
    // Half of a small disc on the rim of the hole, but for the curvature of the rim.
    let half = holed.area(disc(0.5, 0.0, 0.001));
    assert_close(half, 0.5e-6 * PI + 0.001_f64.powi(3) / (3.0 * 0.3), 1.0e-14);
    // A concentric hole makes an annulus.
    let annulus = ZoneShape::Annulus { centre: Vector2::ZERO, inner: 0.4, outer: 1.0 };
    let holed_annulus = holed_zone(shape, vec![Circle::new(Vector2::ZERO, 0.4)]);
    for disc in discs() {
        assert_close(holed_annulus.area(disc), annulus.area(disc), 1.0e-15);
        assert_close(
            holed_annulus.boundary_distance(disc.centre),
            annulus.boundary_distance(disc.centre),
            1.0e-15,
        );
    }
    // In the hole, the zone is as far as its rim.
    assert!(!holed.contains_point(at(0.3, 0.0)));
    assert_close(holed.depth(disc(0.3, 0.0, 0.05)), -0.15, 1.0e-15);
    assert!(!holed.contains_disc(disc(0.2, 0.0, 0.5), 1.0e-9));
    assert!(holed.contains_disc(disc(0.7, 0.0, 0.2), 1.0e-9));
}

#[test]
fn everything_has_only_its_holes_as_boundary() {
    let table = holed_zone(ZoneShape::Everything, vec![Circle::new(Vector2::ZERO, 1.0)]);
    assert_close(table.boundary_distance(at(3.0, 0.0)), -2.0, 0.0);
    assert_close(table.depth(disc(3.0, 0.0, 0.5)), 1.0, 0.0);
    assert_close(table.depth(disc(0.0, 0.9, 0.5)), 0.4, 1.0e-15);
    assert_close(zone(ZoneShape::Everything).depth(disc(1.0, 2.0, 0.5)), 1.0, 0.0);
}

#[test]
fn depth_runs_from_the_gap_to_the_diameter() {
    let ring = zone(ZoneShape::Annulus { centre: Vector2::ZERO, inner: 1.0, outer: 2.0 });
    for (x, expected) in
        [(2.5, -0.3), (2.2, 0.0), (2.1986, 0.0014), (2.0, 0.2), (1.9, 0.3), (1.5, 0.4), (0.9, 0.1)]
    {
        assert_close(ring.depth(disc(x, 0.0, 0.2)), expected, 1.0e-15);
    }
}

#[test]
fn touching_is_decided_to_a_nanometre() {
    let tolerance = 1.0e-9;
    let radius = 0.016;
    for (shape, _) in shapes().into_iter().filter(|(shape, _)| *shape != ZoneShape::Everything) {
        let zone = zone(shape);
        let depth = |point: &Vector2| -zone.boundary_distance(*point);
        let (points, _) = grid(disc(0.0, 0.0, 1.5), 40);
        let inner = points.max_by(|a, b| depth(a).total_cmp(&depth(b))).expect("the grid has points");
        for bearing in [0.0, 0.4, 1.7, 3.3, 5.1] {
            // Walk from outside towards a point well inside, to where the disc just touches.
            let towards = -direction(bearing);
            let start = inner - towards * 4.0;
            let along = |distance: Scalar| Circle::new(start + towards * distance, radius);
            let mut walked = 0.0;
            while zone.depth(along(walked)) < -1.0e-14 {
                walked -= zone.depth(along(walked));
            }
            let contact = along(walked);
            assert_close(zone.depth(contact), 0.0, 1.0e-14);
            for (radius, touches) in [(radius - 0.9e-9, true), (radius - 1.1e-9, false)] {
                let disc = Circle::new(contact.centre, radius);
                assert_eq!(zone.touches(disc, tolerance), touches, "{zone:?} {bearing}");
            }
            assert!(zone.area(contact) < 1.0e-15);
            assert!(zone.area(Circle::new(contact.centre, radius + 1.0e-5)) > 1.0e-11);
        }
    }
}

#[test]
fn containing_is_decided_to_a_nanometre() {
    let tolerance = 1.0e-9;
    for (shape, _) in shapes().into_iter().filter(|(shape, _)| *shape != ZoneShape::Everything) {
        let zone = zone(shape);
        let (points, _) = grid(disc(0.0, 0.0, 1.5), 30);
        let inside: Vec<_> = points.filter(|&point| zone.boundary_distance(point) < -0.01).collect();
        assert!(inside.len() > 20);
        for centre in inside {
            let largest = Circle::new(centre, -zone.boundary_distance(centre));
            assert!(zone.contains_disc(Circle::new(centre, largest.radius + 0.9e-9), tolerance));
            assert!(!zone.contains_disc(Circle::new(centre, largest.radius + 1.1e-9), tolerance));
            assert_close(zone.area(largest), largest.area(), 1.0e-14);
            assert!(zone.area(largest) <= largest.area());
        }
    }
}

#[test]
fn tangent_and_degenerate_figures_stay_finite() {
    let sector = |radius_inner, radius_outer, half_angle| ZoneShape::Sector {
        centre: Vector2::ZERO,
        radius_inner,
        radius_outer,
        azimuth: 0.0,
        half_angle,
    };
    let annulus = |inner, outer| ZoneShape::Annulus { centre: Vector2::ZERO, inner, outer };
    let ellipse = |x, y| ZoneShape::Ellipse { centre: Vector2::ZERO, half_axes: at(x, y), rotation: 0.0 };
    // Shrunk to a point, a segment or an arc.
    let empty = [
        ZoneShape::Disc { centre: Vector2::ZERO, radius: 0.0 },
        annulus(0.0, 0.0),
        annulus(1.0, 1.0),
        sector(0.0, 0.0, 1.0),
        sector(1.0, 1.0, 1.0),
        sector(0.0, 1.0, 0.0),
        sector(1.0, 1.0, 4.0),
        ellipse(0.0, 0.0),
        ellipse(0.0, 1.0),
        ellipse(1.0, 0.0),
        ZoneShape::Polygon(vec![Vector2::ZERO; 3]),
        ZoneShape::Polygon(vec![at(0.0, 0.0), at(1.0, 0.0), at(0.5, 0.0)]),
    ];
    let full = [
        ZoneShape::Disc { centre: Vector2::ZERO, radius: 1.0 },
        annulus(0.0, 1.0),
        annulus(0.5, 1.0),
        sector(0.0, 1.0, 1.0),
        sector(0.5, 1.0, PI),
        ellipse(1.0, 1.0),
        ellipse(1.0, 0.5),
        ellipse(1.0, 1.0e-12),
        trapezoid(),
    ];
    let radii = [0.0, 1.0e-300, 1.0e-9, 0.5, 1.0, 2.0, 1.0e9];
    let centres = [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.5, 0.0), at(2.0, 0.0), at(0.0, -3.0)];
    for (shapes, is_empty) in [(&empty[..], true), (&full[..], false)] {
        for shape in shapes {
            let zone = zone(shape.clone());
            for (radius, centre) in radii.iter().flat_map(|&r| centres.map(|centre| (r, centre))) {
                let disc = Circle::new(centre, radius);
                let area = zone.area(disc);
                assert!((0.0..=disc.area()).contains(&area), "{shape:?} {disc:?}: {area}");
                assert!(!is_empty || area <= 1.0e-15 * disc.area().max(1.0), "{shape:?} {disc:?}: {area}");
                assert!(zone.depth(disc).is_finite(), "{shape:?} {disc:?}");
                assert!(zone.depth(disc) <= 2.0 * radius);
            }
        }
    }
    // Tangent circles, from outside, from inside and coinciding.
    let unit = ZoneShape::Disc { centre: Vector2::ZERO, radius: 1.0 };
    assert_close(unit.area(disc(1.5, 0.0, 0.5)), 0.0, 1.0e-15);
    assert_close(unit.area(disc(0.5, 0.0, 0.5)), 0.25 * PI, 1.0e-15);
    assert_close(unit.area(disc(0.0, 0.0, 1.0)), PI, 1.0e-15);
}

#[test]
fn impossible_zones_are_refused() {
    let unit = ZoneShape::Disc { centre: Vector2::ZERO, radius: 1.0 };
    let refusal = |shape, holes| Zone::new(shape, holes).err();
    assert_eq!(refusal(unit.clone(), vec![disc(0.5, 0.0, 0.5), disc(-0.5, 0.0, 0.5)]), None);
    assert_eq!(
        refusal(unit.clone(), vec![disc(0.5, 0.0, 0.4), disc(-0.1, 0.0, 0.3)]),
        Some(InvalidZone::HolesOverlap { indices: [0, 1] })
    );
    assert_eq!(refusal(unit, vec![disc(0.7, 0.0, 0.4)]), Some(InvalidZone::HoleOutside { index: 0 }));
    assert_eq!(
        refusal(ZoneShape::Annulus { centre: Vector2::ZERO, inner: 2.0, outer: 1.0 }, Vec::new()),
        Some(InvalidZone::Dimension)
    );
    assert_eq!(
        refusal(ZoneShape::Disc { centre: Vector2::ZERO, radius: Scalar::NAN }, Vec::new()),
        Some(InvalidZone::Dimension)
    );
    let bow_tie = vec![at(0.0, 0.0), at(1.0, 1.0), at(1.0, 0.0), at(0.0, 1.0)];
    assert_eq!(refusal(ZoneShape::Polygon(bow_tie), Vec::new()), Some(InvalidZone::Polygon));
    assert_eq!(
        refusal(ZoneShape::Polygon(vec![at(0.0, 0.0), at(1.0, 0.0)]), Vec::new()),
        Some(InvalidZone::Polygon)
    );
}
