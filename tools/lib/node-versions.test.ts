import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './checkout.mjs'
import { aboutNode } from './ensure.mjs'
import { NODE_MAJORS } from './further-versions.mjs'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('names the newest tested Node version in .nvmrc', () => {
  expect(Number(read('.nvmrc'))).toBe(Math.max(...NODE_MAJORS))
})

it('supports no Node line that is not tested', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const promised = engines.node.split(' || ').map((range) => Number(/\d+/.exec(range)?.[0]))
  expect(promised).toEqual([20, 22])
  expect(NODE_MAJORS).toEqual(expect.arrayContaining(promised))
})

it.each([
  ['20.19.0', /works.*end of life → install Node 22/],
  ['22.0.0', /^22\.0\.0$/],
  ['24.11.1', /^24\.11\.1$/],
])('reports Node %s as the doctor should', (version, told) => {
  expect(aboutNode(version)).toMatch(told)
})
