import { expect, test } from 'vitest'
import { methodsOf, pick, primaryMethod } from './endpoint.ts'
import { deviceEndpoints } from './mon/device.ts'

test('pick keeps exactly the named endpoints, as the same objects', () => {
  const part = pick(deviceEndpoints, ['overview', 'tree'])
  expect(Object.keys(part)).toEqual(['overview', 'tree'])
  expect(part.overview).toBe(deviceEndpoints.overview)
})

test('an endpoint with several methods is called by the first and registered under all', () => {
  expect(primaryMethod(deviceEndpoints.update)).toBe('PUT')
  expect(methodsOf(deviceEndpoints.update)).toEqual(['PUT', 'POST'])
  expect(methodsOf(deviceEndpoints.list)).toEqual(['GET'])
})
