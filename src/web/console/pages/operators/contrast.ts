// WCAG 2.2, relative luminance and contrast ratio.

const channel = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => channel(Number.parseInt(colour.slice(start, start + 2), 16)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How far two colours (`#rrggbb`) are apart: 1 to 21. Text needs 4.5, a border of what is pressed 3. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever is easier to read on a colour. */
export const textOn = (colour: string) => (contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000')
