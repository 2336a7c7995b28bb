import type { WxProductForm } from '@natim/contract/mon/wx-product'

/** A short article without data. */
export const productForm = (given: Partial<WxProductForm> = {}): WxProductForm => ({
  title: '空气质量日报',
  summary: '今日全国空气质量总体良好',
  type: 'daily',
  severity: null,
  cover: null,
  blocks: [{ id: 'b1', type: 'text', heading: '概况', text: '今日全国空气质量总体良好。' }],
  audience: 'public',
  regionCode: '',
  drill: false,
  cause: null,
  ...given,
})
