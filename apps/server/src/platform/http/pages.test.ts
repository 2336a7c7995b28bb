import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { foreignApiOrigin } from './pages.ts'

let folder: string
beforeEach(() => {
  folder = `${mkdtempSync(join(tmpdir(), 'natim-pages-'))}/`
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['{"apiBase":"https://api.example.org/jeecg-boot"}', 'https://api.example.org'],
  ['{"apiBase":"http://10.0.0.8:8080"}', 'http://10.0.0.8:8080'],
  ['{"apiBase":"/jeecg-boot"}', undefined],
  ['{"apiBase":"javascript:alert(1)"}', undefined],
  ['{"apiBase":7}', undefined],
  ['{}', undefined],
  ['{broken', undefined],
])('lets the pages call the API that %s names', (text, origin) => {
  writeFileSync(`${folder}config.json`, text)
  expect(foreignApiOrigin(folder)).toBe(origin)
})

it('knows of none without a console', () => {
  expect(foreignApiOrigin(folder)).toBeUndefined()
})
