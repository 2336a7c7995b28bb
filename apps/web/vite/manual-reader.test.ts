import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readManual } from './manual-reader.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'natim-manual-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const CONTENTS =
  '# 手册\n\n说明，见 [别处](../x.md)。\n\n## 值班员\n\n- [首页](duty/home.md)\n\n## 管理员\n\n- [用户](admin/user.md)\n'

function read(home: string) {
  const files = { 'README.md': CONTENTS, 'duty/home.md': home, 'admin/user.md': '# 用户\n\n正文\n' }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return readManual(folder, (file) => `at:${file.slice(folder.length)}`)
}

describe('the manual', () => {
  it('reads chapters in the order of the contents, by role, with the pages of each chapter', () => {
    const chapters = read('---\npages: a/Home, /login\n---\n# 首页\n\n正文\n')
    expect(chapters).toMatchObject([
      { id: 'duty/home', title: '首页', role: '值班员', pages: ['a/Home', '/login'] },
      { id: 'admin/user', title: '用户', role: '管理员', pages: [] },
    ])
  })

  it('keeps the content of a chapter; a line break in the source is none on screen', () => {
    const home = [
      '# 首页',
      '看**重点**和 `F1`，\n见 [用户](../admin/user.md)。',
      '![图](../images/home.webp)',
      '## 步骤',
      '1. 一\n2. 二',
      '> 注意',
      '| 甲 | 乙 |\n|---|---|\n| 1 | **2** |',
      '```\nnpm start\n```',
    ].join('\n\n')
    expect(read(home)[0]?.blocks).toEqual([
      {
        kind: 'text',
        line: [
          '看',
          { kind: 'strong', text: '重点' },
          '和 ',
          { kind: 'code', text: 'F1' },
          '，见 ',
          { kind: 'link', to: 'admin/user', text: '用户' },
          '。',
        ],
      },
      { kind: 'picture', src: 'at:/images/home.webp', alt: '图' },
      { kind: 'heading', text: '步骤' },
      { kind: 'list', isOrdered: true, items: [['一'], ['二']] },
      { kind: 'note', line: ['注意'] },
      { kind: 'table', head: [['甲'], ['乙']], rows: [[['1'], [{ kind: 'strong', text: '2' }]]] },
      { kind: 'code', text: 'npm start' },
    ])
  })

  it.each([
    ['HTML', '# 首页\n\n<script>alert(1)</script>\n', 'duty/home.md:3: the manual has no html'],
    ['HTML within a line', '# 首页\n\n看<b>这里</b>\n', 'duty/home.md:3: the manual has no html'],
    ['a way out', '# 首页\n\n[站点](https://example.org)\n', 'leads to another chapter'],
    ['a chapter that is not listed', '# 首页\n\n[某章](gone.md)\n', 'no chapter duty/gone'],
    ['no title', '首页\n', 'begin with #'],
    ['a deep heading', '# 首页\n\n### 三级\n', 'headings within a chapter are ##'],
    ['a list in a list', '# 首页\n\n- 一\n  - 二\n', 'an item or a note is one paragraph'],
  ])('fails the build at %s, naming the place', (_what, home, message) => {
    expect(() => read(home)).toThrow(message)
  })
})
