"""The One of Bamboo: a peacock on its branch."""

from teahouse.pictures.faces.shapes import LIP_OPACITY, disc, group, line, moved, path
from teahouse.pictures.palette import BARK, GOLD, GREEN, INDIGO, INK, IVORY_LIGHT, LEAF, RED, SKY, SNOW, STRAW


def bird_face() -> str:
    """Draw the peacock: branch, trailing tail, body, wing and head."""
    return group(_branch(), _tail(), _body(), _wing(), _head(), transform=moved(1.2, 2.4, scale=0.96))


def _branch() -> str:
    leaf = "M0 0C3-4 8-4 11-1C8 2 3 3 0 0z"
    return (
        line("M5 63C14 58 24 60 34 57", BARK, 2.6)
        + path(leaf, fill=LEAF, transform=moved(13, 61, turn=60))
        + path(leaf, fill=GREEN, transform=moved(8, 61, turn=115))
        + line("M22 50L21 58.5M27 51L27 58", RED, 1.6)
    )


def _tail() -> str:
    shafts = "M33 44C42 48 48 56 53 67M31 49C37 55 41 62 43.5 71"
    return (
        path("M29 46C35 54 36 62 34 72C28 66 25 58 25 50z", fill=RED)
        + path("M30 44C41 50 45 60 45 74C35 68 30 58 27 50z", fill=INDIGO)
        + path("M31 40C45 43 53 54 55 70C43 66 36 56 30 48z", fill=GREEN)
        + line(shafts, STRAW, 0.8)
        + _eye(50.4, 62.6)
        + _eye(41.4, 66.2)
    )


def _eye(x: float, y: float) -> str:
    return disc(x, y, 3.2, fill=STRAW) + disc(x, y, 2.1, fill=RED) + disc(x, y, 1, fill=INK)


def _body() -> str:
    d = "M15 17C18 25 9 29 10 39C11 48 18 54 27 53C35 52 40 50 42 46C33 42 27 33 26 19C25 12 16 11 15 17z"
    breast = "M14.6 27C11 31 9.5 36 10.3 41C11.5 48 17 53 24 53C19 47 15 38 14.6 27z"
    return (
        path(d, fill=SNOW, opacity=LIP_OPACITY, transform="translate(.5 .7)")
        + path(d, fill=GREEN)
        + path(breast, fill=RED)
    )


def _wing() -> str:
    d = "M19 34C27 31 37 38 46 52C35 54 20 50 19 34z"
    return (
        path(d, fill=IVORY_LIGHT, transform="translate(-.6 -.9)")
        + path(d, fill=INDIGO)
        + line("M23 38C29 40 34 44 39 49.5M23 42C27 46 31 48 36 51", SKY, 1.1)
        + line("M22 36C24 35.5 26 35.5 28 37", STRAW, 1.2)
    )


def _head() -> str:
    tips = disc(18.8, 4.4, 1.5) + disc(24.2, 3.8, 1.5) + disc(29.2, 5.8, 1.5)
    return (
        line("M21 11L19 4.5M23 11L24 4M24.5 12L29 6", GREEN, 1)
        + group(tips, fill=RED)
        + path("M15.5 15.5L8 19.5L16 20z", fill=GOLD)
        + disc(19.5, 16, 2, fill=IVORY_LIGHT)
        + disc(19.2, 16, 1.1, fill=INK)
    )
