/** 编码规则 that existing clients refer to (contract/40 D): code, name, handler, parameters. */
export const SEED_FILL_RULES = [
  ['org_num_role', '机构编码生成', 'departCode', null],
  ['category_code_rule', '分类字典编码生成', 'categoryCode', null],
  ['shop_order_num', '单号生成', 'orderNumber', '{"prefix":"CN"}'],
] as const
