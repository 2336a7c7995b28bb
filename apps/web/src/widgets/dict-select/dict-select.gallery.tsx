import { dictEndpoints } from '@natim/contract/system/dict'
import { type DictItem, sessionEndpoints } from '@natim/contract/system/session'
import type { ReactNode } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { answer, GalleryAnswers } from '../gallery-answers.tsx'
import { Held } from '../gallery-held.tsx'
import { DictMultiSelect, DictSelect, type DictSelectProps } from './dict-select.tsx'
import { SearchSelect } from './search-select.tsx'

/** A code unknown to any server, so that the answers below are used. */
const DICT = 'gallery_level'
const TABLE = 'gallery_user,realname,username'

const item = (value: string, text: string): DictItem => ({ value, text, title: text, label: text })
const LEVELS = [item('1', '特别重大'), item('2', '重大'), item('3', '较大')]
const PEOPLE = [item('zhouhaining', '周海宁'), item('chenjiahe', '陈嘉禾'), item('wuyue', '吴越')]

const ANSWERS = [
  answer(sessionEndpoints.dictItems, { params: { code: DICT } }, LEVELS),
  answer(dictEndpoints.search, { params: { dict: TABLE }, query: { pageSize: 10 } }, PEOPLE),
  answer(dictEndpoints.texts, { params: { dict: TABLE }, query: { key: 'hewenjing,wuyue', delNotExist: 'false' } }, [
    '何文静',
    '吴越',
  ]),
]

const answered = (control: ReactNode) => <GalleryAnswers given={ANSWERS}>{control}</GalleryAnswers>
const select = (initial: string | number | undefined, props: Partial<DictSelectProps> = {}) =>
  answered(
    <Held<string | number> {...(initial !== undefined && { initial })}>
      {(held) => <DictSelect aria-label="级别" placeholder="请选择" dict={DICT} {...props} {...held} />}
    </Held>,
  )

export const gallery: GalleryEntry = {
  title: '字典选择',
  note: '登录时带来的字典优先，其余向服务器要；未知值原样显示',
  states: [
    { name: '空', render: () => select(undefined) },
    { name: '数值匹配文本', render: () => select(2) },
    { name: '未知值', render: () => select('9') },
    { name: '禁用', render: () => select('1', { disabled: true }) },
    { name: '单选', render: () => select('1', { type: 'radio' }) },
    { name: '按钮', render: () => select('1', { type: 'radioButton' }) },
    {
      name: '多选',
      render: () =>
        answered(<Held initial="1,3">{(held) => <DictMultiSelect aria-label="级别" dict={DICT} {...held} />}</Held>),
    },
    {
      name: '多选框',
      render: () =>
        answered(
          <Held initial="1">
            {(held) => <DictMultiSelect aria-label="级别" dict={DICT} type="checkbox" {...held} />}
          </Held>,
        ),
    },
    {
      name: '搜索，多选',
      render: () =>
        answered(
          <Held<string> initial="hewenjing,wuyue">
            {(held) => <SearchSelect aria-label="用户" dict={TABLE} isAsync isMulti {...held} />}
          </Held>,
        ),
    },
    {
      name: '真实字典：用户',
      render: () => (
        <Held<string>>
          {(held) => (
            <SearchSelect
              aria-label="用户，真实"
              placeholder="输入姓名搜索"
              dict="sys_user,realname,username"
              isAsync
              {...held}
            />
          )}
        </Held>
      ),
    },
    { name: '没有字典编码', render: () => <DictSelect aria-label="无编码" dict="" placeholder="没有选项" /> },
  ],
}
