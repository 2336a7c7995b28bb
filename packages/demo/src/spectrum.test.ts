import { findPeaks, lineResults, readSpectrum } from '@natim/domain/nbc/spectrum'
import { expect, it } from 'vitest'
import { createSpectrum, spectrumBytes } from './spectrum.ts'

const T = Date.UTC(2026, 10, 21)
const read = (rain: number, seed = 7) => {
  const { meta, counts } = createSpectrum(seed, T, rain)
  const spectrum = readSpectrum(meta, spectrumBytes({ counts }))
  if (spectrum === undefined) throw new Error('unreadable')
  return spectrum
}
const verdicts = (rain: number, seed?: number) => {
  const spectrum = read(rain, seed)
  return lineResults(spectrum, findPeaks(spectrum)).map(({ verdict }) => verdict)
}

it('is the same for the same detector and hour, and differs for others', () => {
  expect(read(0).counts).toEqual(read(0).counts)
  expect(read(0, 7).counts).not.toEqual(read(0, 8).counts)
})

it('shows potassium and nothing artificial, in fair weather and in rain', () => {
  for (const seed of [1, 2, 3, 4, 5])
    for (const rain of [0, 0.5, 1])
      expect(verdicts(rain, seed)).toEqual(['absent', 'absent', 'absent', 'absent', 'natural'])
})

it('shows radon progeny in rain', () => {
  const names = (rain: number) => findPeaks(read(rain)).map(({ line }) => `${line?.nuclide} ${line?.keV}`)
  expect(names(1)).toEqual(expect.arrayContaining(['Pb-214 352', 'Bi-214 609', 'Bi-214 1120', 'K-40 1461']))
})
