/** A category name with its subcategories. */
export type SeedCategory = readonly [name: string, ...children: SeedCategory[]]

/** 分类字典 of the network: what is measured, failure causes, remedies, and the surroundings of a station. */
export const SEED_CATEGORIES: readonly SeedCategory[] = [
  [
    '监测要素',
    ['环境空气', ['颗粒物'], ['气态污染物']],
    ['有毒有害气体', ['无机气体'], ['挥发性有机物']],
    ['气象'],
    ['呼气与生命体征'],
    ['电离辐射'],
    ['化学毒剂'],
    ['生物气溶胶'],
  ],
  [
    '设备故障',
    ['通信故障', ['网络中断'], ['物联网卡欠费'], ['网关离线']],
    ['传感器故障', ['零点漂移'], ['量程漂移'], ['传感器中毒'], ['传感器老化']],
    ['采样系统故障', ['采样泵故障'], ['滤膜堵塞'], ['管路泄漏']],
    ['供电故障', ['市电中断'], ['电池欠压']],
    ['软件故障'],
  ],
  [
    '处置措施',
    ['远程处置', ['重启设备'], ['下发参数']],
    ['现场处置', ['校准'], ['更换部件'], ['清洁保养']],
    ['停用报备'],
  ],
  ['周边风险源', ['化工企业'], ['液氨制冷'], ['加油加气站'], ['污水处理'], ['危险品码头'], ['垃圾焚烧']],
]
