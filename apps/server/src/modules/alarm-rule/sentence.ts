import { RULE_NAMES } from '@natim/contract/mon/rule-names'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { ruleSentence } from '@natim/domain/alarm/sentence'

/** 读作, one entry per line. Single devices, stations and models are counted, not named. */
export const sentenceLines = (body: RuleBody): string[] =>
  ruleSentence({ ...body, scope: counted(body.scope) }, RULE_NAMES).map(({ parts }) =>
    parts.map(({ text }) => text).join(''),
  )

const counted = (scope: RuleBody['scope']): RuleBody['scope'] => ({
  ...scope,
  ...inWords('deviceIds', scope.deviceIds, '台'),
  ...inWords('stationIds', scope.stationIds, '个'),
  ...inWords('modelIds', scope.modelIds, '种'),
})

const inWords = (key: 'deviceIds' | 'stationIds' | 'modelIds', ids: readonly string[] | undefined, counter: string) =>
  ids && ids.length > 0 ? { [key]: [`${ids.length} ${counter}`] } : {}
