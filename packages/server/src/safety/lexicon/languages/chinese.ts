import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries } from '../entry.ts';

export const chinese: Lexicon = {
  minor: entries(`
    孩子, 小孩, 儿童, 兒童, 女童, 男童, 小女孩, 小男孩, 初中生, 高中生, 小學生, 中學生, 婴儿, 嬰兒, 宝宝,
    幼童, 学生妹, 少女, 少年, 幼女, 小学生, 中学生, 未成年`),
  girlOrBoy: entries('女孩, 男孩, 小妹妹, 小姑娘, 女学生'),
  sexualisedMinor: entries('萝莉, 蘿莉, 正太, 儿童色情, 兒童色情, 恋童'),
  suggestive: entries('内衣, 內衣, 诱惑, 丁字裤, 丁字褲, 胸罩, 内裤, 內褲, 丰胸, 撩人, 妩媚裸, 湿身, 性感'),

  sexualAssault: entries('强奸, 強奸, 轮奸, 輪奸, 迷奸, 偷拍裙底, 兽交, 獸交, 乱伦, 亂倫, 性侵, 猥亵'),
  nonConsent: entries('强迫, 強迫, 昏迷, 下药, 隐藏摄像头, 捆绑'),
  undressRequest: entries('脱掉她, 脱她的衣服, 脱掉衣服, 去掉衣服, 去掉她的衣服, 脫掉她'),
  undressing: [],
  removal: [],
  clothes: [],
  realPerson: entries('我同事, 我的同事, 这个女人, 这张照片, 换脸, 明星, 前女友'),

  explicit: entries(`
    色情, 做爱, 做愛, 口交, 肛交, 手淫, 阴茎, 陰莖, 阴道, 陰道, 阴户, 鸡巴, 雞巴, 屌, 操逼, 黄片, 黃片,
    成人片, 群交, 性爱, 性愛, 高潮脸, 春宫, 射精, 骚逼, 奶子, 情色, 性交, 自慰, 巨乳, 淫, 乱交, 性行為`),
  nudity: entries(`
    赤裸, 脱光, 脫光, 光着身子, 没穿衣服, 沒穿衣服, 不穿衣服, 一丝不挂, 一絲不掛, 乳头, 乳頭, 露乳, 乳沟, 裸,
    全裸, 半裸, 乳房`),
  genitals: entries('阴部, 陰部, 性器, 生殖器'),

  selfHarm: entries('自杀方法, 怎么自杀, 如何自杀, 自殺方式, 割腕, 上吊, 自残, 自殘, 去死吧, 想死, 自殺方法'),
  cutting: entries('伤口'),
  wrist: entries('手腕'),
  suicideScene: [],
  heightSport: [],
  suicide: entries('自杀, 自殺'),
  encouragement: entries('怎么, 如何, 唯美, 方法'),

  mutilation: entries(`
    斩首, 斬頭, 肢解, 分尸, 碎尸, 碎屍, 开膛, 開膛, 剥皮, 断肢, 内脏, 內臟外露, 酷刑, 砍头, 砍下的头,
    血肉模糊, 虐杀, 凌迟`),
  bodyPart: [],
  injury: [],
  woundedBody: entries('尸体, 屍體, 身体'),
  muchBlood: entries('血淋淋, 血泊, 血腥'),
  pretendedHorror: entries('万圣节'),

  slur: entries('希特勒万岁, 黑鬼, 杀光犹太, 杀光日本人, 杀光穆斯林, 支那猪, 灭绝犹太'),
  extremistSlogan: entries('白人至上'),
  group: entries('犹太人, 猶太人, 穆斯林, 黑人, 同性恋, 难民, 難民, 移民'),
  dehumanisation: entries('杀光, 杀死, 灭绝, 蟑螂, 滚出'),
  extremism: entries('希特勒, 纳粹, 納粹, 卐字旗'),
  praise: entries('万岁, 荣耀, 歌颂, 赞美, 加入, 招募, 英雄'),

  terrorism: entries('伊斯兰国, 恐怖分子, 恐怖袭击, 圣战'),
  weapon: entries('炸弹, 炸彈, 炸药, 炸藥, 沙林, 毒气弹, 核弹, 燃烧瓶, 土制炸弹'),
  weaponRecipe: [],
  instructions: entries('制作, 制造, 教程, 怎么做, 怎么造, 如何制, 配方, 手册, 手冊, 步骤, 方法'),

  harmlessPhrase: entries(`
    自杀预防, 裸鼠, 裸色, 裸妆, 裸价, 裸机, 裸岩, 赤裸裸, 裸车, 淫羊藿, 感性感, 性教育`),
  art: entries('博物馆, 美术馆, 雕塑, 雕像, 油画, 文艺复兴, 艺术史, 素描, 人体写生, 博物館, 美術館'),
  medicine: entries('医院, 医生, 教材, 癌, 解剖'),
  awareness: entries('预防, 求助, 热线, 反对, 反對, 援助, 防止'),
  history: entries('纪念馆, 紀念館, 历史, 博物馆, 悼念, 战争, 展览, 博物館'),
  opposition: entries('反对, 和平'),
  person: [],
};

export const chineseAges: AgeWords = {
  numbers: [],
  afterNumber: entries('岁, 歲'),
  attachedToDigits: [],
  beforeDigits: [],
};
