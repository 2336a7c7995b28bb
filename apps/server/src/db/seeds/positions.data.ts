/** 职务 of a monitoring center: code, name, rank (dictionary position_rank). */
export const SEED_POSITIONS = [
  ['director', '中心主任', '5'],
  ['chief_engineer', '总工程师', '5'],
  ['deputy_director', '中心副主任', '4'],
  ['section_chief', '科室主任', '4'],
  ['duty_leader', '值班长', '3'],
  ['duty_officer', '值班员', '2'],
  ['data_analyst', '数据分析工程师', '3'],
  ['qc_engineer', '质控工程师', '3'],
  ['ops_engineer', '运维工程师', '3'],
  ['ops_worker', '运维员', '1'],
  ['lab_analyst', '实验室分析员', '2'],
  ['emergency_monitor', '应急监测员', '2'],
] as const
