import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Held } from '../gallery-held.tsx'
import { UserPicker, type UserPickerProps } from './user-picker.tsx'

const show = (label: string, initial?: string, props: UserPickerProps = {}) => (
  <Held<string> {...(initial !== undefined && { initial })}>
    {(held) => (
      <>
        <UserPicker aria-label={label} {...props} {...held} />
        <code className="t-caption t-mono">{held.value}</code>
      </>
    )}
  </Held>
)

export const gallery: GalleryEntry = {
  title: '按部门选用户',
  note: '存账号，显示姓名；数据来自服务器',
  states: [
    { name: '空', render: () => show('负责人') },
    { name: '已选', render: () => show('值班人', 'admin') },
    { name: '单选，存编号', render: () => show('联系人', undefined, { isMulti: false, store: 'id' }) },
    { name: '禁用', render: () => show('只读', 'admin', { disabled: true }) },
  ],
}
