import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { DepartPicker, type DepartPickerProps } from './depart-picker.tsx'

const show = (label: string, initial?: string, props: DepartPickerProps = {}) => (
  <Held<string> {...(initial !== undefined && { initial })}>
    {(held) => (
      <>
        <DepartPicker aria-label={label} {...props} {...held} />
        <code className="t-caption t-mono">{held.value}</code>
      </>
    )}
  </Held>
)

export const gallery: GalleryEntry = {
  title: '选部门',
  note: '默认存编号；数据来自服务器',
  states: [
    { name: '空', render: () => show('所属部门') },
    { name: '单选，存机构编码', render: () => show('归口部门', undefined, { isMulti: false, store: 'orgCode' }) },
    { name: '未知值', render: () => show('原部门', '已撤销') },
    { name: '禁用', render: () => show('只读部门', undefined, { disabled: true }) },
  ],
}
