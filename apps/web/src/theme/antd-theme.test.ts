import { theme } from 'antd'
import { describe, expect, it } from 'vitest'
import { ACCENTS, accentBySeed, DEFAULT_ACCENT } from './accents.ts'
import { antdTheme } from './antd-theme.ts'
import { TOKENS } from './tokens.ts'

const { getDesignToken } = theme

describe('antdTheme', () => {
  it.each(['light', 'dark'] as const)('passes the neutrals of the %s table to antd unchanged', (mode) => {
    const token = getDesignToken(antdTheme(mode, 'standard', DEFAULT_ACCENT))
    const { neutral } = TOKENS[mode]
    expect(token.colorBgLayout).toBe(neutral.layout)
    expect(token.colorBgContainer).toBe(neutral.card)
    expect(token.colorText).toBe(neutral.text)
    expect(token.colorTextTertiary).toBe(neutral.textTertiary)
    expect(token.colorSplit).toBe(neutral.lineInner)
  })

  it('paints switches of the dark theme in the seed itself, not a dulled one', () => {
    const token = getDesignToken(antdTheme('dark', 'standard', DEFAULT_ACCENT))
    expect([token.colorPrimary, token.colorError]).toEqual(['#1890FF', TOKENS.dark.error.mark])
  })

  it('fills primary buttons with the solid, never the seed, and darkens them on hover', () => {
    const { components, token } = antdTheme('light', 'standard', DEFAULT_ACCENT)
    expect(token?.colorPrimary).toBe('#1890FF')
    expect(components?.Button).toMatchObject({ colorPrimary: '#096DD9', colorPrimaryHover: '#0A5FBF' })
  })

  it('keeps semantic colours when the accent changes', () => {
    const red = antdTheme('light', 'standard', accentBySeed('#f5222d'))
    expect(red.token?.colorError).toBe(TOKENS.light.error.mark)
    expect(red.token?.colorPrimary).toBe('#F5222D')
    expect(red.token?.colorInfo).toBe('#F5222D')
  })

  it('makes rows and controls lower in compact density, with the same type size', () => {
    const compact = antdTheme('light', 'compact', DEFAULT_ACCENT)
    expect(compact.token).toMatchObject({ controlHeight: 28, fontSize: 14 })
    expect(compact.components?.Table).toMatchObject({ cellPaddingBlock: 5, cellFontSize: 13 })
  })

  it('falls back to the default accent for a colour that is not among the eight', () => {
    expect(accentBySeed('#123456')).toBe(DEFAULT_ACCENT)
    expect(accentBySeed(undefined)).toBe(DEFAULT_ACCENT)
  })

  it('has separate variables for every look, under a valid class name', () => {
    const keys = (['light', 'dark'] as const).flatMap((mode) =>
      (['standard', 'compact', 'touch'] as const).flatMap((density) =>
        ACCENTS.map((accent) => antdTheme(mode, density, accent).cssVar.key),
      ),
    )
    expect(new Set(keys).size).toBe(2 * 3 * ACCENTS.length)
    expect(keys.filter((key) => !/^[a-z][\w-]+$/.test(key))).toEqual([])
  })
})
