import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { AreaSelect, type AreaSelectProps } from './area-select.tsx'

const show = (label: string, initial?: string, props: AreaSelectProps = {}) => (
  <Held<string> {...(initial !== undefined && { initial })}>
    {(held) => <AreaSelect aria-label={label} {...props} {...held} />}
  </Held>
)

export const gallery: GalleryEntry = {
  title: '省市区',
  note: '存最后一级的代码，显示整条路径',
  states: [
    { name: '空', render: () => show('地区') },
    { name: '已选', render: () => show('所在地', '320111') },
    { name: '禁用', render: () => show('只读地区', '320111', { disabled: true }) },
    { name: '三个下拉', span: 8, render: () => show('分级地区', '320111', { type: 'select' }) },
    { name: '显示方式有误', render: () => show('有误地区', '320000', { type: 'tree' as 'select' }) },
  ],
}
