import { describe, expect, it } from 'vitest'
import {
  channelAt,
  energyAt,
  findPeaks,
  fwhmAt,
  lineResults,
  peakArea,
  readSpectrum,
  type Spectrum,
} from './spectrum.ts'

const CHANNELS = 1_024
const CALIBRATION: Spectrum['calibration'] = [0, 3, 0]

/** A smooth background with Gaussian peaks of the given counts. */
function spectrumOf(peaks: readonly (readonly [keV: number, area: number])[], detector = 'NaI'): Spectrum {
  const blank: Spectrum = { counts: [], calibration: CALIBRATION, liveS: 3_600, detector }
  const counts = Array.from({ length: CHANNELS }, (_, i) => {
    const keV = 3 * i
    const shape = peaks.reduce((total, [at, area]) => {
      const sigma = fwhmAt(blank, at) / 2.355
      return total + (area * 3 * Math.exp(-0.5 * ((keV - at) / sigma) ** 2)) / (sigma * Math.sqrt(2 * Math.PI))
    }, 0)
    return Math.round(2_000 * Math.exp(-keV / 500) + 20 + shape)
  })
  return { ...blank, counts }
}

const K40 = [1461, 4_000] as const
const verdicts = (spectrum: Spectrum) =>
  Object.fromEntries(
    lineResults(spectrum, findPeaks(spectrum)).map(({ nuclide, keV, verdict }) => [`${nuclide} ${keV}`, verdict]),
  )

describe('energy', () => {
  it('converts between channel and energy, including quadratic calibration', () => {
    for (const calibration of [
      [0, 3, 0],
      [-12, 2.9, 0.0002],
    ] as const) {
      const spectrum = { ...spectrumOf([]), calibration }
      expect(channelAt(spectrum, energyAt(spectrum, 321))).toBeCloseTo(321, 6)
    }
    expect(channelAt(spectrumOf([]), 3_070)).toBeUndefined()
    expect(channelAt(spectrumOf([]), -1)).toBeUndefined()
  })
})

describe('net area and MDA', () => {
  it('finds the counts of a peak above a sloping background', () => {
    const area = peakArea(spectrumOf([[662, 5_000]]), 662)
    expect(area?.net).toBeGreaterThan(4_700)
    expect(area?.net).toBeLessThan(5_200)
    expect(area?.sigma).toBeGreaterThan(70)
  })

  it('follow Currie: 2.71 + 3.29 √(B + σ²B) for a flat background', () => {
    const flat = { ...spectrumOf([]), counts: Array.from({ length: CHANNELS }, () => 100) }
    // ±1.2 FWHM of 46.3 keV at 3 keV per channel: 19 channels on each side, background in 10 on each side.
    const [n, m] = [39, 20]
    const background = 100 * n
    const variance = background + 100 * m * (n / m) ** 2
    expect(peakArea(flat, 662)).toEqual({
      net: 0,
      sigma: expect.closeTo(Math.sqrt(100 * n + 100 * m * (n / m) ** 2), 6),
      mda: expect.closeTo(2.706 + 3.29 * Math.sqrt(variance), 2),
    })
  })

  it('are undefined where the sides lie outside the spectrum', () => {
    expect(peakArea(spectrumOf([]), 5)).toBeUndefined()
    expect(peakArea(spectrumOf([]), 3_060)).toBeUndefined()
  })
})

describe('peaks', () => {
  it('are found, named, and placed at their centre', () => {
    const peaks = findPeaks(spectrumOf([[352, 6_000], [609, 5_000], [1120, 2_000], K40]))
    expect(peaks.map(({ line }) => line?.nuclide)).toEqual(['Pb-214', 'Bi-214', 'Bi-214', 'K-40'])
    for (const [i, keV] of [352, 609, 1120, 1461].entries())
      expect(Math.abs((peaks[i]?.keV ?? 0) - keV)).toBeLessThan(6)
  })

  it('are none in a smooth background', () => {
    expect(findPeaks(spectrumOf([]))).toEqual([])
  })

  it('have no name far from every known line', () => {
    expect(findPeaks(spectrumOf([[780, 5_000]])).map(({ line }) => line)).toEqual([null])
  })
})

describe('guide lines', () => {
  it('in fair weather: potassium only, natural', () => {
    expect(verdicts(spectrumOf([K40]))).toEqual({
      'I-131 364': 'absent',
      'Cs-137 662': 'absent',
      'Co-60 1173': 'absent',
      'Co-60 1332': 'absent',
      'K-40 1461': 'natural',
    })
  })

  it('do not take Pb-214 in rain for iodine, and name the nearby line', () => {
    const spectrum = spectrumOf([[295, 4_000], [352, 7_000], [609, 5_000], K40])
    const iodine = lineResults(spectrum, findPeaks(spectrum)).find(({ nuclide }) => nuclide === 'I-131')
    expect(iodine?.net ?? 0).toBeGreaterThan(iodine?.mda ?? 0)
    expect(iodine).toMatchObject({ verdict: 'absent', near: { nuclide: 'Pb-214', keV: 352 } })
  })

  it.each([
    ['I-131 364', 364],
    ['Cs-137 662', 662],
    ['Co-60 1173', 1173],
    ['Co-60 1332', 1332],
  ])('%s is found when present', (name, keV) => {
    const found = verdicts(spectrumOf([[keV, 5_000], K40]))
    expect(found[name]).toBe('found')
    expect(Object.values(found).filter((verdict) => verdict === 'found')).toHaveLength(1)
  })

  it('below the MDA it is absent', () => {
    expect(verdicts(spectrumOf([[662, 100], K40]))['Cs-137 662']).toBe('absent')
  })
})

describe('parsing a blob', () => {
  const META = { cal: [0, 3], live: 3_600, detector: 'NaI' }
  const binary = (counts: readonly number[]) => new Uint8Array(new Uint32Array(counts).buffer)
  const counts = Array.from({ length: 128 }, (_, i) => i)

  it('accepts 32-bit counts and a list, at any offset of a buffer', () => {
    expect(readSpectrum(META, binary(counts))).toEqual({
      counts,
      calibration: [0, 3, 0],
      liveS: 3_600,
      detector: 'NaI',
    })
    expect(readSpectrum(META, new TextEncoder().encode(JSON.stringify(counts)))?.counts).toEqual(counts)
    const padded = new Uint8Array([0, ...binary(counts)]).subarray(1)
    expect(readSpectrum(META, padded)?.counts).toEqual(counts)
    // 0x5b is the first byte of 91, and also a bracket.
    expect(readSpectrum(META, binary([91, ...counts]))?.counts[0]).toBe(91)
  })

  it.each([
    ['without calibration', { live: 1 }, binary(counts)],
    ['with energies that fall', { ...META, cal: [0, 3, -1] }, binary(counts)],
    ['without a live time', { cal: [0, 3] }, binary(counts)],
    ['of half a count', META, new Uint8Array(258)],
    ['of too few channels', META, binary(counts.slice(0, 63))],
    ['of too many channels', META, binary(Array.from({ length: 8_193 }, () => 1))],
    ['with counts that are none', META, new TextEncoder().encode(JSON.stringify([...counts, -1]))],
    ['that is no object', 'x', binary(counts)],
  ])('refuses one %s', (_, meta, content) => {
    expect(readSpectrum(meta, content)).toBeUndefined()
  })
})
