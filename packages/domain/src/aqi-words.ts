import type { AqiGrade, AqiItem, AqiPollutant } from './aqi.ts'
import type { PeriodStat } from './aqi-period.ts'

/** 级别 and 类别 of the standard. */
export const AQI_GRADES: Readonly<Record<AqiGrade, { readonly level: string; readonly name: string }>> = {
  1: { level: '一级', name: '优' },
  2: { level: '二级', name: '良' },
  3: { level: '三级', name: '轻度污染' },
  4: { level: '四级', name: '中度污染' },
  5: { level: '五级', name: '重度污染' },
  6: { level: '六级', name: '严重污染' },
}

/** Names as reports print them. */
export const POLLUTANT_NAMES: Readonly<Record<AqiPollutant, string>> = {
  so2: 'SO₂',
  no2: 'NO₂',
  pm10: 'PM10',
  co: 'CO',
  o3: 'O₃',
  pm25: 'PM2.5',
}

const MEAN_NAMES: Readonly<Record<AqiItem['mean'], string>> = {
  '1h': '1 h',
  '24h': '24 h 滑动',
  '8h': '8 h 滑动',
  day: '24 h',
  max8h: '8 h 最大',
  max1h: '1 h 最大',
}

/** `24 h`, `8 h 最大`. */
export const aqiMeanName = ({ mean }: AqiItem): string => MEAN_NAMES[mean]

/** `O₃ 8 h 最大`. */
export const aqiItemName = (item: AqiItem): string => `${POLLUTANT_NAMES[item.pollutant]} ${aqiMeanName(item)}`

/** Names of the statistics of a month or year. */
export const PERIOD_STAT_NAMES: Readonly<Record<PeriodStat, string>> = {
  mean: '均值',
  p90: '8 h 最大 P90',
  p95: '24 h P95',
}

/** Pollutants of the items, without duplicates, in item order. */
export const pollutantNames = (items: readonly AqiItem[]): string[] => [
  ...new Set(items.map(({ pollutant }) => POLLUTANT_NAMES[pollutant])),
]

/**
 * Groups most sensitive to a pollutant when its index is above 100. Our wording, after the sensitive groups that HJ
 * 633-2026 names by pollutant (domain §5.2).
 */
export const SENSITIVE_GROUPS: Readonly<Record<AqiPollutant, string>> = {
  so2: '哮喘等呼吸系统疾病患者、儿童和老年人',
  no2: '哮喘等呼吸系统疾病患者、儿童和老年人',
  pm10: '心肺疾病患者、儿童、老年人和孕妇',
  co: '心血管疾病患者、孕妇和贫血患者',
  o3: '呼吸系统疾病患者、儿童、老年人和户外作业人员',
  pm25: '心肺疾病患者、儿童、老年人和孕妇',
}

const BY_GRADE: Readonly<Record<AqiGrade, { readonly sensitive: string; readonly others: string }>> = {
  1: { sensitive: '', others: '各类人群可正常活动' },
  2: { sensitive: '极少数异常敏感者宜减少户外活动', others: '其他人群可正常活动' },
  3: { sensitive: '宜减少长时间、高强度的户外运动', others: '其他人群可正常活动' },
  4: { sensitive: '应避免长时间、高强度的户外运动', others: '其他人群宜减少户外运动' },
  5: { sensitive: '应停留在室内，停止户外运动', others: '其他人群减少户外运动' },
  6: { sensitive: '应停留在室内，避免体力消耗', others: '其他人群避免户外活动' },
}

/** Health advice: for the groups sensitive to the leading pollutants, and for everyone else. */
export function aqiAdvice(grade: AqiGrade, leading: readonly AqiPollutant[]): { groups: string[]; text: string } {
  const { sensitive, others } = BY_GRADE[grade]
  const groups = grade <= 2 ? [] : [...new Set(leading.map((pollutant) => SENSITIVE_GROUPS[pollutant]))]
  const first = groups.length > 0 ? `${groups.join('；')}${sensitive}` : sensitive
  return { groups, text: [first, others].filter(Boolean).join('；') }
}
