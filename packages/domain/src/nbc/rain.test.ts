import { expect, it } from 'vitest'
import { isProbablyRain, rainConditions } from './rain.ts'

const WET = { rainMm: 4, earlierMm: 0, figure: 0.2, usual: 0.1, isArtificial: false }

it.each([
  [{}, { rain: true, rise: true, spectrum: true }, true],
  [{ rainMm: 1 }, { rain: false, rise: true, spectrum: true }, false],
  [{ earlierMm: 1.1 }, { rain: false, rise: true, spectrum: true }, false],
  [{ figure: 0.25 }, { rain: true, rise: false, spectrum: true }, false],
  [{ isArtificial: true }, { rain: true, rise: true, spectrum: false }, false],
  [{ rainMm: null, earlierMm: null }, { rain: null, rise: true, spectrum: true }, false],
  [{ usual: null }, { rain: true, rise: null, spectrum: true }, false],
])(
  'with %j each condition is reported separately, and a missing one means no rain verdict',
  (given, conditions, isRain) => {
    const told = rainConditions({ ...WET, ...given })
    expect(told).toEqual(conditions)
    expect(isProbablyRain(told)).toBe(isRain)
  },
)
