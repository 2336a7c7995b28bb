import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asSent, signatureOf } from './signature.ts'

const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'
const hash = (json: string) =>
  createHash('md5')
    .update(json + SECRET)
    .digest('hex')
    .toUpperCase()
const sign = (url: string, parameters?: Record<string, unknown>) => signatureOf({ url, parameters }, SECRET)

describe('[CA-07] signature of a call', () => {
  it('is the upper-case hex MD5 of the JSON and the secret', () => {
    expect(sign('/sys/dict/getDictItems/sex')).toBe(hash('{}'))
    expect(sign('/sys/dict/getDictItems/sex')).toMatch(/^[0-9A-F]{32}$/)
  })

  it.each<[string, string, Record<string, unknown> | undefined, string]>([
    ['sorts keys ascending by code unit', '/a/b', { b: '1', a: '2', B: '3' }, '{"B":"3","a":"2","b":"1"}'],
    ['keeps that order for keys like numbers', '/a/b', { 10: 'x', 9: 'y' }, '{"10":"x","9":"y"}'],
    ['turns numbers into text', '/a/b', { pageSize: 10 }, '{"pageSize":"10"}'],
    ['leaves booleans, lists and null', '/a/b', { a: true, b: [1], c: null }, '{"a":true,"b":[1],"c":null}'],
    ['leaves out what is undefined', '/a/b', { a: undefined, b: '1' }, '{"b":"1"}'],
    [
      'takes the query of the url as written',
      '/a/b?keyword=%E4%B8%AD&x=1=2',
      undefined,
      '{"keyword":"%E4%B8%AD","x":"1=2"}',
    ],
    ['lets parameters override the query', '/a/b?x=1', { x: 2 }, '{"x":"2"}'],
    ['does not escape Chinese', '/a/b', { k: '中' }, '{"k":"中"}'],
    [
      'adds a last segment with a comma',
      '/d/sys_user,realname,id?a=1',
      undefined,
      '{"a":"1","x-path-variable":"sys_user,realname,id"}',
    ],
    ['decodes that segment', '/d/a%2Cb', undefined, '{"x-path-variable":"a,b"}'],
    ['takes a segment that does not decode as written', '/d/a,%', undefined, '{"x-path-variable":"a,%"}'],
    ['does not mistake a comma of the query', '/d/sex?keys=a,b', undefined, '{"keys":"a,b"}'],
  ])('%s', (_name, url, parameters, json) => {
    expect(sign(url, parameters)).toBe(hash(json))
  })

  it('changes with the secret', () => {
    expect(signatureOf({ url: '/a' }, 'other secret text')).not.toBe(sign('/a'))
  })
})

it('asSent converts only numbers to text', () => {
  expect([asSent(5), asSent('5'), asSent(true), asSent(null)]).toEqual(['5', '5', true, null])
})
