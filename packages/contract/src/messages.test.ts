import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fill, MESSAGES } from './messages.ts'

const CATALOGUE = readFileSync(new URL('../../../docs/features.md', import.meta.url), 'utf8')
/** Quoted catalogue texts that are no sentences: a search word, and a component name in an explanation. */
const NOT_A_SENTENCE = /^(?:timeout|\{status\}|请求失败（\{status\}）)$/
const BLANKS: Readonly<Record<string, string>> = { '{N}': '{count}', '{file name}': '{name}' }

const quoted = CATALOGUE.split('\n')
  .filter((line) => /^\| ER-\d+ /.test(line))
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
  .map((text) => text.replaceAll(/\{[^}]+\}/g, (blank) => BLANKS[blank] ?? blank))
  .filter((text) => !NOT_A_SENTENCE.test(text))

describe('the message table', () => {
  it.each(quoted)('[ER-50] contains «%s» verbatim', (text) => {
    expect(Object.values(MESSAGES)).toContain(text)
  })

  it('[ER-50] has read the catalogue', () => {
    expect(quoted.length).toBeGreaterThan(50)
  })

  it('fills placeholders, and leaves unfilled ones visible', () => {
    expect(fill('upload.fileFailed', { name: '清单.xlsx' })).toBe('清单.xlsx 上传失败.')
    expect(fill('upload.fileFailed')).toBe('{name} 上传失败.')
  })
})
