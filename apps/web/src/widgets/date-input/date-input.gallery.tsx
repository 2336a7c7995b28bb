import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { DateInput, type DateInputProps, TimeInput } from './date-input.tsx'

const date = (initial?: string, props: DateInputProps = {}) => (
  <Held<string> {...(initial !== undefined && { initial })}>
    {(held) => <DateInput aria-label="日期" {...props} {...held} />}
  </Held>
)

export const gallery: GalleryEntry = {
  title: '日期与时间',
  note: '存为文本；无法识别的文本显示为空',
  states: [
    { name: '空', render: () => date() },
    { name: '日期', render: () => date('2026-11-21') },
    { name: '日期与时间', render: () => date('2026-11-21 10:42:18', { hasTime: true }) },
    {
      name: '时间',
      render: () => <Held initial="10:42:18">{(held) => <TimeInput aria-label="时间" {...held} />}</Held>,
    },
    { name: '只读', render: () => date('2026-11-21', { readOnly: true }) },
    { name: '无法识别', render: () => date('下周三') },
  ],
}
