import { categoryEndpoints } from '@natim/contract/system/category'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { answer, GalleryAnswers } from '../gallery-answers.tsx'
import { Held } from '../gallery-held.tsx'
import { CategorySelect, CategoryTreeSelect } from './category-select.tsx'

const ANSWERS = [
  answer(categoryEndpoints.names, { params: { ids: '11,12' }, query: { delNotExist: 'false' } }, ['氯气', '硫化氢']),
]

export const gallery: GalleryEntry = {
  title: '分类选择',
  note: '分类字典的树：按编号或编码存，旁边字段可接收名称',
  states: [
    {
      name: '多选，已选',
      render: () => (
        <GalleryAnswers given={ANSWERS}>
          <Held initial="11,12">{(held) => <CategorySelect aria-label="分类" isMulti {...held} />}</Held>
        </GalleryAnswers>
      ),
    },
    { name: '禁用', render: () => <CategorySelect aria-label="只读分类" disabled placeholder="未选择" /> },
    { name: '条件有误', render: () => <CategorySelect aria-label="有误分类" condition="[1]" /> },
    {
      name: '真实：全部分类',
      render: () => <Held<string>>{(held) => <CategorySelect aria-label="全部分类" {...held} />}</Held>,
    },
    {
      name: '真实：树，存编码',
      render: () => (
        <Held<string>>{(held) => <CategoryTreeSelect aria-label="分类编码" field="code" {...held} />}</Held>
      ),
    },
    { name: '根不存在', render: () => <CategoryTreeSelect aria-label="无此根" parentCode="没有的编码" /> },
  ],
}
