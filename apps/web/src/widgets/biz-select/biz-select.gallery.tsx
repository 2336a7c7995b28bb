import { type RoleRow, role as roleResource } from '@natim/contract/system/role.resource'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { answer, GalleryAnswers } from '../gallery-answers.tsx'
import { Held } from '../gallery-held.tsx'
import type { BizSelectProps } from './biz-select.tsx'
import { PositionSelect, RoleSelect, UserSelect } from './biz-selects.tsx'

const role = (id: string, roleName: string): RoleRow => ({
  id,
  roleName,
  roleCode: `role_${id}`,
  description: null,
  createBy: null,
  createTime: null,
  updateBy: null,
  updateTime: null,
})
const RECORDS = [role('1', '国家级值班员'), role('2', '省级应急监测中心值班一处带班领导')]
const STORED = { query: { id: '1,2,', pageNo: 1, pageSize: 2 } }
const ANSWERS = [
  answer(roleResource.endpoints.list, STORED, { records: RECORDS, total: 2, size: 2, current: 1, pages: 1 }),
]

type Props = Omit<BizSelectProps, 'source' | 'valueEndpoint'>

const roles = (initial?: string, props: Props = {}) => (
  <GalleryAnswers given={ANSWERS}>
    <Held<string> {...(initial !== undefined && { initial })}>
      {(held) => <RoleSelect aria-label="角色" {...props} {...held} />}
    </Held>
  </GalleryAnswers>
)

export const gallery: GalleryEntry = {
  title: '业务选择',
  note: '用户、角色、职务：左边查询与列表，右边已选；后四项向服务器要数据',
  states: [
    { name: '空', render: () => roles() },
    { name: '已选，长文本截断', render: () => roles('1,2') },
    { name: '未知值', render: () => roles('不存在') },
    { name: '禁用', render: () => roles('1,2', { disabled: true }) },
    { name: '用户', render: () => <Held<string>>{(held) => <UserSelect aria-label="选人" {...held} />}</Held> },
    {
      name: '角色，单选',
      render: () => <Held<string>>{(held) => <RoleSelect aria-label="选角色" isMulti={false} {...held} />}</Held>,
    },
    {
      name: '角色，存编码',
      render: () => (
        <Held<string>>
          {(held) => (
            <>
              <RoleSelect aria-label="选角色编码" returnKey="roleCode" hasButton={false} {...held} />
              <code className="t-caption t-mono">{held.value}</code>
            </>
          )}
        </Held>
      ),
    },
    { name: '职务', render: () => <Held<string>>{(held) => <PositionSelect aria-label="选职务" {...held} />}</Held> },
  ],
}
