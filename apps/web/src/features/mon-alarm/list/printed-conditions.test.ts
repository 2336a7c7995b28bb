import { parseGmt8 } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { printedConditions } from './printed-conditions.ts'

it.each([
  [{}, ['范围：活动']],
  [
    { view: 'history', severity: '1,2', region: '3205', metricCode: 'cl2', closeCode: 'false' },
    ['范围：历史', '级别：特别重大、重大', '区域：江苏省苏州市', '因子：氯气', '关闭原因：误报'],
  ],
  [
    {
      keyword: '*氨*',
      concern: 'infection',
      fromMs: String(parseGmt8('2026-11-20')),
      lastedMin: '30',
      lastedMax: '120',
    },
    [
      '范围：活动',
      '编号、标题、站点：氨',
      '毒性或感染：感染',
      '触发晚于：2026-11-20 00:00:00',
      '持续至少：30 分钟',
      '持续少于：120 分钟',
    ],
  ],
  [{ view: 'all', deviceId: 'd1' }, ['范围：全部', '由其他页面指定的一部分']],
])('printed alarms list their filters: %o', (filters, words) => {
  expect(printedConditions(filters)).toEqual(words)
})
