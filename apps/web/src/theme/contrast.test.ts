import { describe, expect, it } from 'vitest'
import { ACCENTS, accentColours } from './accents.ts'
import { contrastRatio, mix, parseHex } from './contrast.ts'
import { ALERT_GROUND, TOKENS } from './tokens.ts'

const TEXT = 4.5
const GRAPHICS = 3

describe('contrastRatio', () => {
  it('returns the published extremes and is symmetric', () => {
    expect(contrastRatio('#FFFFFF', '#000000')).toBeCloseTo(21)
    expect(contrastRatio('#131B23', '#FFFFFF')).toBeCloseTo(17.4, 1)
    expect(contrastRatio('#FFFFFF', '#131B23')).toBe(contrastRatio('#131B23', '#FFFFFF'))
  })

  it('rejects non-hex colours and mixes linearly', () => {
    expect(() => parseHex('rgba(0,0,0,.2)')).toThrow(RangeError)
    expect(mix('#000000', '#FFFFFF', 0.5)).toBe('#808080')
  })
})

describe.each(['light', 'dark'] as const)('%s theme', (mode) => {
  const tokens = TOKENS[mode]
  const { neutral } = tokens
  const grounds = {
    layout: neutral.layout,
    card: neutral.card,
    elevated: neutral.elevated,
    alt: neutral.alt,
    hover: neutral.hover,
    selected: neutral.selected,
  }

  const inks = {
    text: neutral.text,
    secondary: neutral.textSecondary,
    tertiary: neutral.textTertiary,
    online: tokens.status.online.text,
    offline: tokens.status.offline.text,
    fault: tokens.status.fault.text,
    maintenance: tokens.status.maintenance.text,
    success: tokens.success.text,
    warning: tokens.warning.text,
  }

  for (const [inkName, ink] of Object.entries(inks)) {
    it.each(Object.entries(grounds))(`${inkName} is readable on %s`, (_name, ground) => {
      expect(contrastRatio(ink, ground)).toBeGreaterThanOrEqual(TEXT)
    })
  }

  it('a placeholder is readable in its field', () => {
    expect(contrastRatio(neutral.placeholder, neutral.card)).toBeGreaterThanOrEqual(TEXT)
  })

  it('every severity ink is readable on its tint, on the card and on rows', () => {
    for (const { ink, tint } of Object.values(tokens.severity)) {
      expect(contrastRatio(ink, tint)).toBeGreaterThanOrEqual(4.9)
      for (const ground of [neutral.card, neutral.hover, neutral.selected]) {
        expect(contrastRatio(ink, ground)).toBeGreaterThanOrEqual(TEXT)
      }
    }
  })

  it('every severity glyph has an outline or solid of 3:1 on the card', () => {
    for (const { solid, outline } of Object.values(tokens.severity)) {
      expect(contrastRatio(outline ?? solid, neutral.card)).toBeGreaterThanOrEqual(GRAPHICS)
    }
  })

  it('lamps are visible on the card; only the dash of a retired device is decoration', () => {
    for (const [status, { mark }] of Object.entries(tokens.status)) {
      if (status !== 'retired') expect(contrastRatio(mark, neutral.card)).toBeGreaterThanOrEqual(GRAPHICS)
    }
  })

  it('series colours, limit rail and cluster ring are visible on their background', () => {
    for (const colour of tokens.chart.series)
      expect(contrastRatio(colour, neutral.card)).toBeGreaterThanOrEqual(GRAPHICS)
    expect(contrastRatio(neutral.rail, neutral.card)).toBeGreaterThanOrEqual(GRAPHICS)
    expect(contrastRatio(tokens.map.clusterRing, tokens.map.land)).toBeGreaterThanOrEqual(GRAPHICS)
    expect(contrastRatio(tokens.map.clusterText, tokens.map.clusterFill)).toBeGreaterThanOrEqual(TEXT)
    expect(contrastRatio(tokens.map.label, tokens.map.land)).toBeGreaterThanOrEqual(TEXT)
  })

  it('the control border of the colour-weak mode reaches 3:1', () => {
    expect(contrastRatio(neutral.controlStrong, neutral.card)).toBeGreaterThanOrEqual(GRAPHICS)
  })

  it('sequential steps move away from the background', () => {
    const ratios = tokens.chart.sequential.map((colour) => contrastRatio(colour, neutral.card))
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  })

  it.each(ACCENTS)(
    '$name: white is readable on fills, links are readable, hover is darker, focus is visible',
    (accent) => {
      const colours = accentColours(accent, mode)
      for (const fill of [colours.solid, colours.solidHover, colours.solidActive]) {
        expect(contrastRatio(fill, '#FFFFFF')).toBeGreaterThanOrEqual(TEXT)
      }
      expect(contrastRatio(colours.solidHover, '#FFFFFF')).toBeGreaterThan(contrastRatio(colours.solid, '#FFFFFF'))
      for (const ground of Object.values(grounds)) {
        expect(contrastRatio(colours.link, ground)).toBeGreaterThanOrEqual(TEXT)
        expect(contrastRatio(colours.linkHover, ground)).toBeGreaterThanOrEqual(TEXT)
      }
      expect(contrastRatio(colours.focusRing, neutral.card)).toBeGreaterThanOrEqual(GRAPHICS)
    },
  )
})

it('white is readable on the connection-lost bar', () => {
  expect(contrastRatio('#FFFFFF', ALERT_GROUND)).toBeGreaterThanOrEqual(TEXT)
})
