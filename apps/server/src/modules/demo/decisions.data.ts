interface Window {
  readonly name: string
  readonly kind: 'hide' | 'mark'
  readonly scope: object
  /** Hours from the start of the day of loading; the first occurrence of a repetition. */
  readonly fromH: number
  readonly toH: number
  readonly rrule?: string
  readonly reason: string
}

/** Past, future, or between two occurrences at any hour of loading: none suppresses a demonstration alarm now. */
export const WINDOWS: readonly Window[] = [
  {
    name: '江苏园区有毒气体探测器季度标定',
    kind: 'mark',
    scope: { deviceKinds: ['gas'], regionPrefixes: ['32'] },
    fromH: -6 * 24 + 9,
    toH: -6 * 24 + 12,
    reason: '季度标定通气，产生的报警不外发',
  },
  {
    name: '浙江辐射监测仪主机更换',
    kind: 'hide',
    scope: { deviceKinds: ['rad'], regionPrefixes: ['33'] },
    fromH: -11 * 24 + 14,
    toH: -11 * 24 + 18,
    reason: '厂家更换主机，期间读数无效',
  },
  {
    name: '山东供电检修',
    kind: 'hide',
    scope: { stationTypes: ['park'], regionPrefixes: ['37'] },
    fromH: 2 * 24 + 1,
    toH: 2 * 24 + 5,
    reason: '园区供电检修，设备轮流停电',
  },
]

export const REQUESTS = [
  { daysAgo: 2, state: 'viewed', reason: '疑似阳性受检者未返院复查，需联系本人', decideNote: '情况属实' },
  { daysAgo: 5, state: 'refused', reason: '统计报表需要姓名', decideNote: '统计无需识别本人，请使用受试者码' },
] as const
