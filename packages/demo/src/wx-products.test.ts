import { MAX_WX_SUMMARY, MAX_WX_TITLE } from '@natim/domain/wx-product'
import { describe, expect, it } from 'vitest'
import { planWxProducts } from './wx-products.ts'

describe('products of the demonstration', () => {
  const products = planWxProducts()
  it('number sixty: thirty daily ones, one recalled and one failed', () => {
    expect(products).toHaveLength(60)
    const of = (goal: string) => products.filter((one) => one.goal === goal).length
    expect(products.filter(({ title }) => title === '环境毒性与报警日报').length).toBeGreaterThanOrEqual(30)
    expect([of('recalled'), of('failed'), of('scheduled')]).toEqual([1, 1, 1])
    expect(new Set(products.map(({ goal }) => goal)).size).toBe(9)
  })
  it('fit their fields, in the order they were written', () => {
    for (const { title, summary } of products) {
      expect(title.length).toBeLessThanOrEqual(MAX_WX_TITLE)
      expect(summary.length).toBeLessThanOrEqual(MAX_WX_SUMMARY)
    }
    const ages = products.map(({ agoHours }) => agoHours)
    expect(ages).toEqual(ages.toSorted((a, b) => b - a))
  })
})
