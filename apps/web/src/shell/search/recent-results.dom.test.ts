import { beforeEach, expect, it } from 'vitest'
import { writeStored } from '../../lib/storage.ts'
import { keepRecent, type RecentResult, readRecent } from './recent-results.ts'

const entry = (path: string): RecentResult => ({ title: path, path, component: 'a/Page' })
const keep = (...paths: string[]) => paths.forEach((path) => keepRecent('duty', entry(path)))
const paths = (username = 'duty') => readRecent(username).map(({ path }) => path)

beforeEach(() => localStorage.clear())

it('keeps the last six opened, newest first', () => {
  keep('/1', '/2', '/3', '/4', '/5', '/6', '/7')
  expect(paths()).toEqual(['/7', '/6', '/5', '/4', '/3', '/2'])
})

it('keeps a reopened result once, as the newest', () => {
  keep('/1', '/2', '/1')
  expect(paths()).toEqual(['/1', '/2'])
})

it('keeps them per user', () => {
  keep('/1')
  expect(paths('admin')).toEqual([])
  keepRecent('admin', entry('/2'))
  expect(paths('admin')).toEqual(['/2'])
  expect(paths()).toEqual(['/1'])
})

it.each([
  ['an address of another host', entry('//evil.example')],
  ['one written with a backslash', entry('/\\evil.example')],
  ['a script', entry('javascript:alert(1)')],
  ['an entry without a title', { path: '/1', component: 'a/Page' }],
  ['an entry without a component', { path: '/1', title: '1' }],
  ['nothing', null],
  ['a text', '/1'],
])('does not read %s', (_, stored) => {
  keep('/kept')
  const key = localStorage.key(0) ?? ''
  writeStored(key, [stored, entry('/good')], null)
  expect(paths()).toEqual(['/good'])
})

it('is empty where no list is stored', () => {
  keep('/kept')
  writeStored(localStorage.key(0) ?? '', { path: '/1' }, null)
  expect(paths()).toEqual([])
})
