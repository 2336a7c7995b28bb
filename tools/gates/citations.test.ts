import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { citationsThatResolve } from './citations.ts'

const root = mkdtempSync(join(tmpdir(), 'citations-'))
afterEach(() => rmSync(join(root, 'docs'), { recursive: true, force: true }))

const share = (text: string) => citationsThatResolve(root, [{ path: 'packages/domain/src/a.ts', text }])
function write(name: string, text: string): void {
  mkdirSync(join(root, 'docs/design'), { recursive: true })
  writeFileSync(join(root, 'docs/design', name), text)
}

it('resolves citations to the sections of docs/design', () => {
  expect(share('// domain §3.6')).toBe(0)
  write('domain.md', '## §3 Rules\n\n### §3.6 Quality\n')
  write('contract.md', '## 00 Conventions\n\n### 00 §8 Lists\n')
  expect(share('// domain §3.6, contract/00 §8 and contract/00')).toBe(100)
  expect(share('// domain §3.6, domain §3.7')).toBe(50)
  expect(share('// contract/00 §9')).toBe(0)
  expect(share('// contract/10')).toBe(0)
})

it('ignores external standards', () => {
  expect(share('// RFC 9110 §14, TAOCP vol. 3 §6.4')).toBe(100)
})
