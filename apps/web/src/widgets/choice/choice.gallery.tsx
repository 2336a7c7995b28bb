import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { CheckboxGroup, type ChoiceProps, MultiSelect } from './choice.tsx'

const GASES = [
  { value: 'cl2', label: '氯气' },
  { value: 'h2s', label: '硫化氢' },
  { value: 'co', label: '一氧化碳' },
  { value: 'nh3', label: '氨（停用）', disabled: true },
]
const MANY = Array.from({ length: 500 }, (_, index) => ({ value: `c${index}`, label: `通道 ${index + 1}` }))

const select = (initial: string, props: ChoiceProps = {}) => (
  <Held initial={initial}>
    {(held) => <MultiSelect aria-label="气体" placeholder="请选择" options={GASES} {...props} {...held} />}
  </Held>
)
const ticks = (initial: string, props: ChoiceProps = {}) => (
  <Held initial={initial}>{(held) => <CheckboxGroup aria-label="气体" options={GASES} {...props} {...held} />}</Held>
)

export const gallery: GalleryEntry = {
  title: '多选',
  note: '存为逗号分隔的文本',
  states: [
    { name: '多选框', render: () => ticks('cl2,h2s') },
    { name: '多选框，禁用', render: () => ticks('cl2', { disabled: true }) },
    { name: '下拉，空', render: () => select('') },
    { name: '下拉，已选', render: () => select('cl2,h2s') },
    { name: '含未知值', render: () => select('cl2,x9') },
    { name: '禁用', render: () => select('cl2', { disabled: true }) },
    { name: '500 项', render: () => select('c1,c2,c3,c4,c5', { options: MANY }) },
    { name: '无选项', render: () => select('', { options: [] }) },
  ],
}
