import type { ListQuery } from '@natim/contract/fields'
import {
  BREATH_STATUS_WORDS,
  type BreathRow,
  breathEndpoints,
  CONFIRM_WORDS,
  NO_DIAGNOSIS,
  SEX_WORDS,
} from '@natim/contract/mon/breath'
import { VERDICT_WORDS } from '@natim/domain/breath'
import { formatGmt8 } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { createBreathReader } from './breath.service.ts'
import { createBreathActions } from './breath-actions.ts'

/** Same precision as the row: by the hour, or to the second for an open read. */
const timeText = ({ sampleMs, isOpen }: BreathRow) =>
  sampleMs === null ? null : isOpen ? formatGmt8(sampleMs).slice(0, 19) : `${formatGmt8(sampleMs).slice(0, 13)} 时`

const verdictText = ({ status, verdict }: BreathRow) =>
  status === 'invalid' ? VERDICT_WORDS.invalid : verdict && VERDICT_WORDS[verdict]

const COLUMNS: readonly SheetColumn<BreathRow>[] = [
  { title: '编号', value: (row) => row.no },
  { title: '受试者码', value: (row) => row.subjectCode },
  { title: '年龄段', value: (row) => row.ageBand },
  { title: '性别', value: (row) => row.sex && SEX_WORDS[row.sex] },
  { title: '采样时间', value: timeText },
  { title: '地点', value: (row) => row.stationName ?? row.regionCode_dictText },
  { title: '设备', value: (row) => row.deviceName },
  { title: '方法', value: (row) => row.method },
  { title: '结论', value: verdictText },
  { title: '得分', value: (row) => row.score },
  { title: '样本质量', value: (row) => (row.isAdequate === null ? null : row.isAdequate ? '合格' : row.exitReason) },
  { title: '确证结果', value: (row) => row.confirmResult && CONFIRM_WORDS[row.confirmResult] },
  { title: '状态', value: (row) => BREATH_STATUS_WORDS[row.status] },
  { title: '复核人', value: (row) => row.reviewedName },
  { title: '说明', value: () => NO_DIAGNOSIS },
]

/** 呼气检测: test data entered by devices and people, and the decisions about it. */
export function registerBreathRoutes(
  api: FastifyInstance,
  deps: { readonly db: Db; readonly now: () => number },
): void {
  const reader = createBreathReader(deps)
  const actions = createBreathActions(deps)
  implement(api, breathEndpoints, {
    list: ({ query: { open, ...query }, ctx }) => reader.list(actorOf(ctx), query, open, { kind: 'list' }),
    get: ({ query, ctx }) => reader.get(actorOf(ctx), query.id, query.open),
    exportXls: ({ query: { open, ...query }, body, ctx }) => {
      // As on the screen: an export is open if the list is, and requires the same permission.
      const { open: bodyOpen = open, ...asked }: Readonly<Record<string, unknown>> = body ?? {}
      const wantsOpen = open === true || bodyOpen === true || bodyOpen === 'true'
      const readPage = (given: ListQuery, ids: readonly string[] | undefined) =>
        reader.list(actorOf(ctx), given, wantsOpen, { kind: 'export', ids })
      return exportXlsx({ db: deps.db, title: '呼气检测', columns: COLUMNS, readPage }, { query, body: asked }, ctx)
    },
    create: async ({ body, ctx }) => withMessage(await actions.create(actorOf(ctx), body), '新增成功！'),
    retest: async ({ body, ctx }) => withMessage(await actions.retest(actorOf(ctx), body.id), '已新增复测'),
    async link({ body: { subjectCode, ...seen }, ctx }) {
      await actions.link(actorOf(ctx), seen, subjectCode)
      return withMessage(null, '已关联受试者')
    },
    async step({ body: { action, note, ...seen }, ctx }) {
      await actions.step(actorOf(ctx), seen, action, note ?? null)
      return withMessage(null, '操作成功！')
    },
    async confirm({ body: { result, method, ...seen }, ctx }) {
      await actions.confirm(actorOf(ctx), seen, result, method)
      return withMessage(null, '已登记确证结果')
    },
    async verdict({ body: { verdict, reason, ...seen }, ctx }) {
      await actions.changeVerdict(actorOf(ctx), seen, verdict, reason)
      return withMessage(null, '已改判，须由另一人复核')
    },
    async review({ body: { note, ...seen }, ctx }) {
      await actions.review(actorOf(ctx), seen, note ?? null)
      return withMessage(null, '已复核，等待另一人发布')
    },
    async sendBack({ body: { note, ...seen }, ctx }) {
      await actions.sendBack(actorOf(ctx), seen, note)
      return withMessage(null, '已退回复核')
    },
    async release({ body: { note, ...seen }, ctx }) {
      await actions.release(actorOf(ctx), seen, note ?? null)
      return withMessage(null, '发布成功！')
    },
    chromatogram: ({ query, ctx }) => reader.chromatogram(ctx.user, query.id),
    plate: ({ query, ctx }) => reader.plate(ctx.user, query.sessionNo),
    summary: ({ query, ctx }) => reader.summary(ctx.user, query.days),
  })
}
