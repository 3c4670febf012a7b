/**
 * Adam (Kingma and Ba 2015), the optimiser of all trainings but that of payers' calls.
 * @param values what is learnt, changed in place
 * @param shrinks how much values shrink apart from their gradients, times the rate (Loshchilov and Hutter 2019)
 * @returns takes a step against a gradient
 */
export function createAdam<Values extends Float32Array | Float64Array>(
  values: Values,
  shrinks = 0,
): (gradient: Values, rate: number) => void {
  const [mean, square] = [values.map(() => 0), values.map(() => 0)]
  let steps = 0
  return (gradient, rate) => {
    steps++
    const [ofMean, ofSquare] = [1 - 0.9 ** steps, 1 - 0.999 ** steps]
    for (let at = 0; at < values.length; at++) {
      const slope = gradient[at] as number
      const one = 0.9 * (mean[at] as number) + 0.1 * slope
      const two = 0.999 * (square[at] as number) + 0.001 * slope * slope
      mean[at] = one
      square[at] = two
      values[at] = (values[at] as number) * (1 - rate * shrinks) - (rate * one) / ofMean / (Math.sqrt(two / ofSquare) + 1e-8)
    }
  }
}
