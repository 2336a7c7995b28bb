import { DEPARTS } from './departs.ts'
import { between, hash } from './hash.ts'
import type { DemoPerson } from './types.ts'

/** Family names with their spelling in account names. */
const FAMILY =
  words(`王 wang 李 li 张 zhang 刘 liu 陈 chen 杨 yang 赵 zhao 黄 huang 周 zhou 吴 wu 徐 xu 孙 sun 胡 hu 朱 zhu
  高 gao 林 lin 何 he 郭 guo 马 ma 罗 luo 梁 liang 宋 song 郑 zheng 谢 xie 韩 han 唐 tang 冯 feng 于 yu 董 dong 萧 xiao`)
const MEN = words(`伟 wei 强 qiang 磊 lei 军 jun 洋 yang 勇 yong 杰 jie 涛 tao 明 ming 超 chao 刚 gang 平 ping 辉 hui
  鹏 peng 建国 jianguo 志强 zhiqiang 海涛 haitao 文博 wenbo 子轩 zixuan 浩然 haoran`)
const WOMEN = words(`芳 fang 娜 na 敏 min 静 jing 丽 li 艳 yan 娟 juan 霞 xia 秀英 xiuying 玉兰 yulan 雪梅 xuemei
  晓燕 xiaoyan 雨桐 yutong 思琪 siqi 欣怡 xinyi 佳慧 jiahui`)

/** Positions of a centre (codes of the seeded positions), with their roles. */
const NATIONAL = [
  ['director', 'analyst'],
  ['chief_engineer', 'analyst'],
  ['deputy_director', 'wx_reviewer'],
  ['section_chief', 'nbc_officer'],
  ['section_chief', 'prov_duty'],
  ['duty_leader', 'prov_duty'],
  ['duty_leader', 'prov_duty'],
  ['duty_officer', 'wx_editor'],
  ['duty_officer', 'wx_reviewer'],
  ['duty_officer', 'prov_duty'],
  ['data_analyst', 'sat_planner'],
  ['qc_engineer', 'health_officer'],
  ['lab_analyst', 'health_officer'],
  ['lab_analyst', 'nbc_officer'],
  ['ops_engineer', 'station_ops'],
] as const
const PROVINCIAL = [
  ['director', 'analyst'],
  ['duty_leader', 'prov_duty'],
  ['duty_officer', 'prov_duty'],
  ['ops_engineer', 'station_ops'],
] as const

/** Seed part for people. */
const PEOPLE = 7

/** Staff of the centres: fifteen in the national one, four in each other. Fictitious and reproducible. */
export function planStaff(): DemoPerson[] {
  const taken = new Map<string, number>()
  const accountOf = (spelling: string) => {
    const times = (taken.get(spelling) ?? 0) + 1
    taken.set(spelling, times)
    return times === 1 ? spelling : `${spelling}${times}`
  }
  const posts = DEPARTS.flatMap(({ orgCode, parentOrgCode, regionCode }) =>
    (parentOrgCode === null ? NATIONAL : PROVINCIAL).map(([post, roleCode]) => ({
      orgCode,
      post,
      roleCode,
      regionPrefix: regionCode?.slice(0, 2) ?? '*',
    })),
  )
  return posts.map((post, index) => {
    const sex = hash(PEOPLE, index, 1) % 3 === 0 ? 2 : 1
    const [family, familySpelling] = pick(FAMILY, index, 2)
    const [given, givenSpelling] = pick(sex === 1 ? MEN : WOMEN, index, 3)
    const username = accountOf(`${familySpelling}${givenSpelling}`)
    const number = String(index + 1).padStart(4, '0')
    return {
      ...post,
      username,
      realname: `${family}${given}`,
      sex,
      birthday: `${between(1_967, 2_000, PEOPLE, index, 4)}-${twoDigits(between(1, 12, PEOPLE, index, 5))}-${twoDigits(between(1, 28, PEOPLE, index, 6))}`,
      // The prefix 154 is assigned to no operator: messages to demonstration numbers reach nobody.
      phone: `1540000${number}`,
      email: `${username}@natim.example`,
      workNo: `N${number}`,
    }
  })
}

function words(text: string): (readonly [string, string])[] {
  const parts = text.trim().split(/\s+/)
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ''] as const] : []))
}

const pick = (list: readonly (readonly [string, string])[], index: number, part: number) =>
  list[hash(PEOPLE, index, part) % list.length] ?? ['', '']
const twoDigits = (value: number) => String(value).padStart(2, '0')
