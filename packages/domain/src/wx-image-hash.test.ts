import { describe, expect, it } from 'vitest'
import { differenceHash, hashBands, hashDistance, nearBands } from './wx-image-hash.ts'

const grey = (of: (column: number, row: number) => number) =>
  Uint8Array.from({ length: 72 }, (_, at) => of(at % 9, Math.floor(at / 9)))

describe('differenceHash', () => {
  it('sets a bit where the picture gets lighter to the right', () => {
    expect(differenceHash(grey((column) => column * 20))).toBe(0xffff_ffff_ffff_ffffn)
    expect(differenceHash(grey((column) => 200 - column * 20))).toBe(0n)
    // Only the first step of the first row.
    expect(differenceHash(grey((column, row) => (row === 0 && column > 0 ? 9 : 0)))).toBe(1n << 63n)
    expect(differenceHash(grey((column, row) => (row === 7 && column === 8 ? 9 : 0)))).toBe(1n)
  })

  it('is independent of brightness', () => {
    const of = (more: number) => differenceHash(grey((column, row) => ((column * 7 + row * 3) % 11) * 8 + more))
    expect(of(40)).toBe(of(0))
  })

  it('ignores noise in a plain sky', () => {
    expect(differenceHash(grey((column, row) => 100 + ((column + row) % 2) * 2))).toBe(0n)
    expect(differenceHash(grey((column) => 100 + (column % 2) * 3))).toBe(0xaaaa_aaaa_aaaa_aaaan)
  })

  it('refuses another number of values', () => {
    expect(() => differenceHash(new Uint8Array(64))).toThrow('Expected 72 grey values, got 64')
  })
})

it('distance counts the bits that differ', () => {
  expect(hashDistance(0n, 0n)).toBe(0)
  expect(hashDistance(0b1011n, 0b0010n)).toBe(2)
  expect(hashDistance(0xffff_ffff_ffff_ffffn, 0n)).toBe(64)
  // Signed, as the database stores the highest bit.
  expect(hashDistance(-1n, 0n)).toBe(64)
})

it('bands are the four parts, the highest first', () => {
  expect(hashBands(0x0001_0203_ffff_8000n)).toEqual([0x0001, 0x0203, 0xffff, 0x8000])
})

it('every hash within six bits shares a near band; one eight bits away may not', () => {
  const hash = 0x1234_5678_9abc_def0n
  const met = (other: bigint) =>
    hashBands(hash).some((band, at) => nearBands(band).includes(hashBands(other)[at] ?? Number.NaN))
  // The worst distributions of six bits over four parts.
  for (const flips of [
    [0, 1, 16, 17, 32, 48],
    [0, 1, 2, 16, 17, 32],
    [5, 9, 21, 25, 37, 41],
    [63, 62, 61, 60, 59, 58],
  ]) {
    const other = flips.reduce((found, bit) => found ^ (1n << BigInt(bit)), hash)
    expect(hashDistance(hash, other)).toBe(6)
    expect(met(other)).toBe(true)
  }
  const far = [0, 1, 16, 17, 32, 33, 48, 49].reduce((found, bit) => found ^ (1n << BigInt(bit)), hash)
  expect(met(far)).toBe(false)
})
