import type { WxProduct, WxProductDetail } from '@natim/contract/mon/wx-product'
import { HOUR_MS } from '@natim/domain/time'

const NOW = Date.parse('2026-11-21T08:00:00+08:00')

export const buildProduct = (given: Partial<WxProduct> = {}): WxProduct => ({
  id: 'w1',
  no: 'WP-20261121-003',
  title: '空气质量日报',
  summary: '昨日总体良好',
  type: 'daily',
  severity: null,
  audience: 'public',
  regionCode: '',
  drill: false,
  causeNo: null,
  cover: null,
  state: 'draft',
  version: 3,
  contentNo: 2,
  editedBy: { username: 'editor', name: '陈编辑' },
  submittedBy: null,
  approvedBy: null,
  updateMs: NOW,
  scheduleMs: null,
  publishMs: null,
  recallMs: null,
  isRemovalDue: false,
  reason: null,
  trouble: null,
  url: null,
  isUnsure: false,
  lost: null,
  stats: { read: 0, like: 0, share: 0, fav: 0 },
  ...given,
})

export const buildDetail = (given: Partial<WxProductDetail> = {}): WxProductDetail => ({
  ...buildProduct(),
  blocks: [
    { id: 'b1', type: 'text', heading: '概况', text: '第一段\n- 甲' },
    { id: 'b2', type: 'air', span: 'day', place: 'city', toMs: NOW - 8 * HOUR_MS, rows: 10 },
  ],
  snapshot: {
    takenMs: NOW,
    figures: {
      b2: {
        title: '空气质量日报 2026-11-20',
        lead: '共 2 个城市。',
        columns: ['城市', 'AQI'],
        rows: [['南京', 55]],
        points: [],
        asOfMs: NOW,
      },
    },
  },
  cause: null,
  stale: [],
  fault: null,
  mayDecide: false,
  decideFault: null,
  attempts: 0,
  before: null,
  versions: [{ no: 1, atMs: NOW, editor: '陈编辑' }],
  log: [{ id: '1', atMs: NOW, action: '新建', from: null, to: 'draft', who: '陈编辑', note: '' }],
  days: [],
  ...given,
})
