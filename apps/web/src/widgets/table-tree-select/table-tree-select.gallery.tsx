import { dictEndpoints } from '@natim/contract/system/dict'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { answer, GalleryAnswers } from '../gallery-answers.tsx'
import { Held } from '../gallery-held.tsx'
import { TableTreeSelect, type TableTreeSelectProps } from './table-tree-select.tsx'

const DICT = 'gallery_park,name,id'
const texts = (key: string, names: string[]) =>
  answer(dictEndpoints.texts, { params: { dict: DICT }, query: { key, delNotExist: 'false' } }, names)
const ANSWERS = [texts('jb', ['江北化工园区']), texts('jb,gq', ['江北化工园区', '高桥石化'])]

const show = (label: string, initial?: string, props: Partial<TableTreeSelectProps> = {}) => (
  <GalleryAnswers given={ANSWERS}>
    <Held<string> {...(initial !== undefined && { initial })}>
      {(held) => <TableTreeSelect aria-label={label} placeholder="请选择" dict={DICT} {...props} {...held} />}
    </Held>
  </GalleryAnswers>
)

export const gallery: GalleryEntry = {
  title: '表的树选择',
  note: '展开时逐级加载；条件必须是 JSON 对象',
  states: [
    { name: '空', render: () => show('园区') },
    { name: '已选', render: () => show('所属园区', 'jb') },
    { name: '多选', render: () => show('多个园区', 'jb,gq', { isMulti: true }) },
    { name: '0 视为空', render: () => show('上级', '0') },
    { name: '禁用', render: () => show('只读', 'jb', { disabled: true }) },
    { name: '条件有误', render: () => show('有误', undefined, { condition: '{' }) },
    {
      name: '真实：分类字典',
      render: () => (
        <Held<string>>
          {(held) => (
            <TableTreeSelect
              aria-label="真实分类"
              dict="sys_category,name,id"
              pidField="pid"
              pidValue="0"
              hasChildField="has_child"
              {...held}
            />
          )}
        </Held>
      ),
    },
  ],
}
