type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, index) => part + ((other[index] ?? 0) - part) * share) as unknown as Rgb

/** Relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** The darkest surface that text lies on in light, the lightest in dark: what is legible there is legible on all. */
export const grounds = { light: '#f1f3f5', dark: '#262b33' }

/** The colour itself, or as much darker or lighter as text of 4.5:1 on `ground` takes. */
function legible(colour: Rgb, ground: Rgb): Rgb {
  const towards = luminance(ground) > 0.4 ? black : white
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mixed(colour, towards, share)
    if (contrast(candidate, ground) >= 4.6) return candidate
  }
  return towards
}

/** What follows from the client's one colour, whichever it is: text on it, and itself as text. */
export function coloursOf(given: string | undefined) {
  const accent = rgbOf(/^#[0-9a-f]{6}$/i.test(given ?? '') ? (given as string) : '#1f6feb')
  const onAccent = contrast(accent, white) >= 4.5 ? white : contrast(accent, black) >= 4.5 ? black : white
  return {
    accent: hexOf(accent),
    onAccent: hexOf(onAccent),
    light: hexOf(legible(accent, rgbOf(grounds.light))),
    dark: hexOf(legible(accent, rgbOf(grounds.dark))),
  }
}
