import { parentPort, workerData } from 'node:worker_threads'
import { type SheetColumn, toXlsx } from '../../../apps/server/src/platform/xlsx.ts'

/** Creates a sheet with a given number of stations. */

const COLUMNS: readonly SheetColumn<number>[] = [
  { title: '站点编号', value: (n) => `B${String(n).padStart(6, '0')}` },
  { title: '站点名称', value: (n) => `压力测试站点${n}` },
  { title: '站点简称', value: (n) => `站${n}` },
  { title: '站点类型', value: () => '化工园区' },
  { title: '行政区划', value: () => '江苏省苏州市' },
  { title: '经度', value: (n) => 118 + (n % 1_000) / 400 },
  { title: '纬度', value: (n) => 31 + (n % 777) / 500 },
  { title: '海拔', value: (n) => n % 90 },
  { title: '地址', value: (n) => `星湖街 ${n} 号` },
  { title: '联系人', value: (n) => `值班员${n % 50}` },
  { title: '状态', value: () => '启用' },
]
const sheetOf = (rows: number): Buffer =>
  toXlsx(
    { title: '站点', subTitle: '', columns: COLUMNS },
    Array.from({ length: rows }, (_, n) => n),
  )

// To our parent; the origin the rule asks for is that of a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(sheetOf(workerData as number))
