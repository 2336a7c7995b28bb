/** Layer value of a device or station at one instant. */
export interface StepValue {
  /** Position in the layer's legend; higher is worse. */
  readonly level: number
  readonly value: number
  /** What the value refers to; empty where the layer itself says so. */
  readonly note: string
  /** End of the period the value covers, epoch ms. */
  readonly atMs: number
}

/** Values of one device or station at the instants of a window, newest first. */
export type Steps = readonly (StepValue | undefined)[]

/** The worse of two: the higher level, then the greater value. */
export function worse(a: StepValue | undefined, b: StepValue | undefined): StepValue | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return b.level > a.level || (b.level === a.level && b.value > a.value) ? b : a
}

/** The worst values of several, instant by instant. */
export const worstSteps = (all: readonly Steps[], count: number): Steps =>
  Array.from({ length: count }, (_, back) =>
    all.reduce<StepValue | undefined>((worst, steps) => worse(worst, steps[back]), undefined),
  )
