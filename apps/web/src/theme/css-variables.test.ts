import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { themeVariables, tokenStylesheet } from './css-variables.ts'

const SOURCES = join(import.meta.dirname, '..')

const defined = new Set(Array.from(tokenStylesheet().matchAll(/^\s+(--[\w-]+):/gm), (match) => match[1]))

describe('token stylesheet', () => {
  it('has the same names in both themes', () => {
    expect(Object.keys(themeVariables('dark'))).toEqual(Object.keys(themeVariables('light')))
  })

  it('contains the published scales unaltered and the background of the wall', () => {
    const sheet = tokenStylesheet()
    expect(Array.from(sheet.matchAll(/--aqi-\d: (\S+);/g), (match) => match[1])).toEqual([
      '#00E400',
      '#FFFF00',
      '#FF7E00',
      '#FF0000',
      '#99004C',
      '#7E0023',
    ])
    expect(sheet).toContain('--wall-ground: #070B10;')
  })

  it('resolves every reference inside itself', () => {
    const used = Array.from(tokenStylesheet().matchAll(/var\((--[\w-]+)\)/g), (match) => match[1])
    expect(used.filter((name) => !defined.has(name))).toEqual([])
  })

  it('defines every custom property read by a style sheet of the console', () => {
    const all = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    const files = all.filter((file) => file.endsWith('.css'))
    // Components pass sizes to their style sheets as inline properties.
    const inline = new Set(
      all
        .filter((file) => file.endsWith('.tsx'))
        .flatMap((file) => Array.from(readFileSync(join(SOURCES, file), 'utf8').matchAll(/['"](--[\w-]+)['"]/g)))
        .map((match) => match[1]),
    )
    expect(files.length).toBeGreaterThan(1)
    const missing = files.flatMap((file) => {
      const text = readFileSync(join(SOURCES, file), 'utf8')
      const local = new Set(Array.from(text.matchAll(/(--[\w-]+)\s*:/g), (match) => match[1]))
      return Array.from(text.matchAll(/var\((--[\w-]+)\)/g), (match) => match[1] ?? '')
        .filter((name) => !defined.has(name) && !local.has(name) && !inline.has(name) && !name.startsWith('--ant-'))
        .map((name) => `${file}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('keeps hex colours out of the style sheets of parts and widgets', () => {
    const files = ['theme', 'ui', 'widgets'].flatMap((folder) =>
      readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.css'))
        .map((file) => join(SOURCES, folder, file)),
    )
    const offenders = files.filter((file) => /#[0-9a-f]{3,8}\b/i.test(readFileSync(file, 'utf8')))
    expect(offenders).toEqual([])
  })
})
