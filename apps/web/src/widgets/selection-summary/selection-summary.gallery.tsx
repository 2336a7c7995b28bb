import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { SelectionSummary } from './selection-summary.tsx'

const COLUMNS = [
  { title: '台数', valueOf: (row: { devices: number; dose: number }) => row.devices },
  { title: '剂量', valueOf: (row: { devices: number; dose: number }) => row.dose, decimals: 2, unit: 'mSv' },
]
const ROWS = [
  { devices: 12, dose: 0.1 },
  { devices: 1_280, dose: 0.2 },
]

export const gallery: GalleryEntry = {
  title: '选择汇总',
  states: [
    { name: '已选', span: 12, render: () => <SelectionSummary rows={ROWS} columns={COLUMNS} onClear={() => {}} /> },
    { name: '未选', span: 12, render: () => <SelectionSummary rows={[]} columns={COLUMNS} onClear={() => {}} /> },
  ],
}
