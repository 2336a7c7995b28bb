import { expect, it } from 'vitest'
import { takeLater } from './alarm-verify.ts'

it('pairs a judgement with the same one at a slightly later sample only', () => {
  const invented = ['r1:c5 clear 1000', 'r1:c5 raise 1250', 'r1:c5 clear 1250', 'r1:c6 clear 1250', 'r1:c5 clear 11250']
  expect(takeLater(invented, 'r1:c5 clear 1000')).toBe(true)
  expect(invented).toEqual(['r1:c5 clear 1000', 'r1:c5 raise 1250', 'r1:c6 clear 1250', 'r1:c5 clear 11250'])
  expect(takeLater(invented, 'r1:c5 clear 1000')).toBe(false)
  expect(takeLater(invented, 'r1:c5 clear 11250')).toBe(false)
})
