/** What a layer says of a device or station at one instant. */
export interface StepValue {
  /** Place in the legend of the layer, the greater the worse. */
  readonly level: number
  readonly value: number
  /** What the value is of; empty where the layer says it all. */
  readonly note: string
  /** End of what the value speaks for, epoch ms. */
  readonly atMs: number
}

/** Values of one device or station at the instants of a window, the newest first. */
export type Steps = readonly (StepValue | undefined)[]

/** The graver of two, of equally grave ones the greater. */
export function worse(a: StepValue | undefined, b: StepValue | undefined): StepValue | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return b.level > a.level || (b.level === a.level && b.value > a.value) ? b : a
}

/** What several say together, instant by instant. */
export const worstSteps = (all: readonly Steps[], count: number): Steps =>
  Array.from({ length: count }, (_, back) =>
    all.reduce<StepValue | undefined>((worst, steps) => worse(worst, steps[back]), undefined),
  )
