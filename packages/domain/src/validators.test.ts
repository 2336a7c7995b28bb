import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChoiceFault, findLengthFault, findTextFault, type TextShape } from './validators.ts'

it.each<[row: string, shape: TextShape, right: readonly string[], wrong: Readonly<Record<string, readonly string[]>>]>([
  [
    'VA-03',
    'mobile',
    ['13800000000', '19900000000', '16612345678'],
    {
      'mobile.wrong': ['12345678901', '1380000000', '138000000000', '138 0000 0000', ' 13800000000', '+8613800000000'],
    },
  ],
  [
    'VA-05',
    'username',
    ['abcd', 'duty_07', '_'.repeat(18)],
    {
      'username.length': ['abc', 'a'.repeat(19)],
      'username.characters': ['ab-cd', '值班员甲', 'ab cd', 'ab.cd'],
    },
  ],
  [
    'VA-06',
    'email',
    ['a@b.cn', 'first.last+tag@sub-domain.example.com'],
    { 'email.wrong': ['a', 'a@b', '@b.cn', 'a@b@c.cn', 'a b@c.cn', 'a@b.c', 'a@.cn', '.a@b.cn', 'a@b.cn '] },
  ],
  [
    'VA-07',
    'naturalNumber',
    ['0', '7', '1000'],
    { 'text.naturalNumber': ['-1', '+1', '1.0', '1e3', '01', ' 1', '一'] },
  ],
  ['VA-08', 'letters', ['a', 'AbcZ'], { 'text.letters': ['a1', 'a b', 'é', '字'] }],
  [
    'VA-09',
    'landline',
    ['010-1234567', '010-12345678', '0512-1234567', '0512-12345678'],
    {
      'text.landline': [
        '01012345678',
        '01-1234567',
        '010-123456',
        '010-123456789',
        '电话010-12345678',
        '010-12345678 转1',
      ],
    },
  ],
  [
    'VA-10',
    'bankCard',
    ['1234567890', '6'.repeat(20)],
    { 'text.bankCard': ['0234567890', '123456789', '6'.repeat(21), '6222 0000 1111'] },
  ],
  ['VA-11', 'idNumber', ['', 'A1', 'x'.repeat(50)], { 'text.idNumber': ['x'.repeat(51), 'A-1', '证1'] }],
  [
    'VA-12',
    'nationalId',
    ['110105491231002', '11010519491231002X', '11010519491231002x', '320500200002290011'],
    {
      'text.nationalId': [
        '110105491331002',
        '11010519490230002X',
        '320500190002290011',
        '320500170001010011',
        '1101051949123100',
        'X1010519491231002X',
        '11010519491231002Y',
      ],
    },
  ],
  ['VA-13', 'qq', ['10000', '9'.repeat(12)], { 'text.qq': ['01234', '1234', '9'.repeat(13), '1234a'] }],
  [
    'VA-14',
    'url',
    ['http://a.cn', 'https://www.cnemc.cn/sssj/?x=1#y', 'https://10.0.0.1:8443'],
    {
      'text.url': [
        'www.a.cn',
        'ftp://a.cn',
        'http://localhost',
        'http://.cn',
        'javascript:alert(1)',
        'http://a.cn/x y',
      ],
    },
  ],
  ['VA-15', 'alphanumeric', ['a', 'A1', '1'.repeat(20)], { 'text.alphanumeric': ['1'.repeat(21), 'a_1', 'a 1'] }],
  [
    'VA-16',
    'name',
    ['张三', 'Li Lei', '欧阳 Li', '甲'.repeat(100)],
    { 'text.name': ['张', '甲'.repeat(101), '张3', '张·三', '张\t三'] },
  ],
  ['VA-17', 'digitsAndBreaks', ['12', '12\n34\r\n56'], { 'text.digitsAndBreaks': ['1 2', '1,2', 'a'] }],
  ['VA-18', 'anyText', ['任何 <b>文字</b>\n', '字'.repeat(255)], { 'text.anyText': ['字'.repeat(256)] }],
])('[%s] %s', (_row, shape, right, wrong) => {
  expect(right.map((text) => [text, findTextFault(shape, text)])).toEqual(right.map((text) => [text, undefined]))
  for (const [fault, texts] of Object.entries(wrong)) {
    expect(texts.map((text) => [text, findTextFault(shape, text)])).toEqual(texts.map((text) => [text, fault]))
  }
})

const SHAPES: readonly TextShape[] = [
  'mobile',
  'username',
  'email',
  'naturalNumber',
  'nationalId',
  'url',
  'name',
  'anyText',
]

it('[VA-02] accepts the empty text for every pattern', () => {
  for (const shape of SHAPES) expect(findTextFault(shape, '')).toBeUndefined()
})

describe('counts', () => {
  it('[VA-19] checks a length and names the bound', () => {
    expect(findLengthFault('', { min: 2 })).toEqual({ key: 'length.min', count: 2 })
    expect(findLengthFault('a', { min: 2, max: 3 })).toEqual({ key: 'length.min', count: 2 })
    expect(findLengthFault('abcd', { min: 2, max: 3 })).toEqual({ key: 'length.max', count: 3 })
    expect(['ab', 'abc'].map((text) => findLengthFault(text, { min: 2, max: 3 }))).toEqual([undefined, undefined])
  })

  it('[VA-20] checks a number of ticks and names the bound', () => {
    expect(findChoiceFault([], { min: 1 })).toEqual({ key: 'choice.min', count: 1 })
    expect(findChoiceFault(['a', 'b'], { max: 1 })).toEqual({ key: 'choice.max', count: 1 })
    expect(findChoiceFault(['a'], { min: 1, max: 1 })).toBeUndefined()
  })
})

it('validates any text without throwing, in linear time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SHAPES), fc.string({ unit: 'binary', maxLength: 300 }), (shape, text) => {
      void findTextFault(shape, text)
    }),
  )
  const long = `${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`
  for (const shape of SHAPES) void findTextFault(shape, long)
})
