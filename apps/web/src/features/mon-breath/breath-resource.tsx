import { BREATH_STATUS_WORDS, breathEndpoints, CONFIRM_WORDS } from '@natim/contract/mon/breath'
import { VERDICT_WORDS } from '@natim/domain/breath'
import { BREATH_METHODS } from '@natim/domain/breath-result'
import { NO_VALUE } from '@natim/domain/format'
import { Link } from 'react-router'
import { z } from 'zod'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { ageText, breathPath, sampleTime, sexText, statusText, verdictText } from './breath-text.ts'
import { VerdictMark } from './verdict-mark.tsx'

const { invalid: _invalid, ...verdicts } = VERDICT_WORDS

/** 呼气检测: created by devices or manually, decided on the detail page; the list neither edits nor deletes. */
export const breathTests = R.defineResource({
  title: '呼气检测',
  entityLabel: '检测',
  measureWord: '次',
  endpoints: { list: breathEndpoints.list, exportXls: breathEndpoints.exportXls },
  form: z.object({}),
  nameOf: ({ no }) => no,
  defaultSort: { field: 'sampleMs', order: 'desc' },
  related: [breathEndpoints.summary],
  fields: {
    no: {
      label: '编号',
      search: 'like',
      width: 150,
      isSortable: true,
      render: (row) => <Link to={breathPath(row.id)}>{row.no}</Link>,
    },
    subjectCode: {
      label: '受试者码',
      width: 130,
      render: ({ subjectCode }) => <code>{subjectCode ?? '未关联'}</code>,
    },
    ageBand: { label: '年龄段', width: 100, render: ({ ageBand }) => ageText(ageBand) },
    sex: { label: '性别', width: 70, render: ({ sex }) => sexText(sex) },
    sampleMs: {
      label: '采样时间',
      width: 120,
      isSortable: true,
      render: ({ sampleMs, isOpen }) => sampleTime(sampleMs, isOpen),
    },
    regionCode: {
      label: '地点',
      search: 'region',
      widget: R.regionWidget,
      width: 140,
      render: (row) => <R.TextCell>{row.stationName ?? row.regionCode_dictText}</R.TextCell>,
    },
    deviceName: { label: '设备', search: 'like', width: 180, shown: 'chosen' },
    method: {
      label: '方法',
      search: 'eq',
      widget: R.choiceWidget(Object.fromEntries(BREATH_METHODS.map((method) => [method, method]))),
      width: 100,
    },
    verdict: {
      label: '结论',
      search: 'eq',
      widget: R.choiceWidget(verdicts),
      width: 180,
      render: (row) => (
        <>
          <VerdictMark test={row} /> {verdictText(row)}
        </>
      ),
    },
    score: { label: '得分', width: 80, decimals: 2, isSortable: true },
    isAdequate: {
      label: '样本质量',
      width: 110,
      render: ({ isAdequate, exitReason }) =>
        isAdequate === null ? NO_VALUE : isAdequate ? '合格' : <R.TextCell>{exitReason ?? '不合格'}</R.TextCell>,
    },
    confirmResult: {
      label: '确证结果',
      search: 'eq',
      widget: R.choiceWidget(CONFIRM_WORDS),
      width: 110,
      render: ({ confirmResult }) => (confirmResult === null ? NO_VALUE : CONFIRM_WORDS[confirmResult]),
    },
    status: {
      label: '状态',
      search: 'eq',
      widget: R.choiceWidget(BREATH_STATUS_WORDS),
      width: 100,
      render: ({ status }) => <Tag tone={status === 'released' ? 'neutral' : 'info'}>{statusText(status)}</Tag>,
    },
    reviewedName: { label: '复核人', search: 'like', width: 110, shown: 'wide' },
    sessionNo: { label: '筛查批次', search: 'like', width: 130, shown: 'chosen' },
  },
})
