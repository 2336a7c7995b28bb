/** domain §5.5: rain brings radon progeny down, and γ rises for an hour or two. */
export const RAINY_MM = 1
export const RAIN_MAX_TIMES = 2.5

export interface RainFacts {
  /** mm at the same station in the last hour, and in the hour before that; null without a rain gauge. */
  readonly rainMm: number | null
  readonly earlierMm: number | null
  /** The reading and its baseline; null if unknown. */
  readonly figure: number | null
  readonly usual: number | null
  /** A spectrum of the same hour shows a nuclide not caused by rain. */
  readonly isArtificial: boolean
}

/** Each condition of 疑似降雨: it holds, does not hold, or is unknown. */
export interface RainConditions {
  readonly rain: boolean | null
  readonly rise: boolean | null
  readonly spectrum: boolean
}

/** More than 1 mm in the last hour but not in the one before, below ×2.5, no artificial nuclide. */
export const rainConditions = ({ rainMm, earlierMm, figure, usual, isArtificial }: RainFacts): RainConditions => ({
  rain: rainMm === null ? null : rainMm > RAINY_MM && (earlierMm ?? 0) <= RAINY_MM,
  rise: figure === null || usual === null ? null : figure < RAIN_MAX_TIMES * usual,
  spectrum: !isArtificial,
})

/** True only if all conditions are known to hold. */
export const isProbablyRain = ({ rain, rise, spectrum }: RainConditions): boolean =>
  rain === true && rise === true && spectrum
