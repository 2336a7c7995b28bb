import { expect, it } from 'vitest'
import { AREA_ROOT, AREAS, areaCode, areaPath, areasBelow, areaText } from './area-index.ts'

it('[CO-50] has provinces, cities and districts below the root 86', () => {
  expect(AREA_ROOT).toBe('86')
  expect(AREAS).toHaveLength(34)
  expect(areasBelow('86')[0]).toEqual({ value: '110000', label: '北京市' })
  const jiangsu = AREAS.find(({ value }) => value === '320000')
  const nanjing = jiangsu?.children?.find(({ value }) => value === '320100')
  expect(nanjing?.children).toContainEqual({ value: '320111', label: '浦口区' })
  expect(nanjing?.children?.every(({ value, children }) => /^\d{6}$/.test(value) && children === undefined)).toBe(true)
})

it.each([
  ['320111', ['320000', '320100', '320111'], '江苏省/南京市/浦口区'],
  ['320100', ['320000', '320100'], '江苏省/南京市'],
  ['110105', ['110000', '110100', '110105'], '北京市/北京市/朝阳区'],
  ['419001', ['410000', '419000', '419001'], '河南省/省直辖县/济源市'],
  ['990000', [], '990000'],
  ['', [], ''],
])('[WG-27] %s has the path %j and the text %s', (code, path, text) => {
  expect(areaPath(code)).toEqual(path)
  expect(areaText(code)).toBe(text)
})

it.each([
  ['江苏省/南京市/浦口区', '320111'],
  ['南京市/浦口区', '320111'],
  ['浦口区', '320111'],
  ['江苏省', '320000'],
  ['不存在的地方', undefined],
  ['', undefined],
])('[WG-27] the code of «%s» is %s', (text, code) => {
  expect(areaCode(text)).toBe(code)
})

it('maps every text back to its code', () => {
  const codes = AREAS.flatMap(({ value, children = [] }) => [value, ...children.map((city) => city.value)])
  expect(codes.filter((code) => areaCode(areaText(code)) !== code)).toEqual([])
})
