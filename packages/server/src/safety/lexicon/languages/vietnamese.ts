import type { AgeWords } from '../age-words.ts';
import type { Lexicon } from '../concepts.ts';
import { entries, everyPair } from '../entry.ts';

export const vietnamese: Lexicon = {
  minor: entries(`
    trẻ em, trẻ con, trẻ nhỏ, đứa trẻ, em bé, bé gái, bé trai, cô bé, cậu bé, con nít, trẻ thơ, trẻ sơ sinh,
    thiếu nhi, thiếu niên, thiếu nữ, vị thành niên, chưa thành niên, chưa đủ tuổi, chưa đủ 18, dưới 18,
    tuổi teen, tuổi dậy thì, dậy thì, nữ sinh*, nam sinh*, học sinh*, học trò, đồng phục học sinh,
    trường tiểu học, trường cấp 1, trường cấp 2, trường cấp 3, cấp một, cấp hai, cấp ba, lớp 1, lớp 2,
    lớp 3, lớp 4, lớp 5, lớp 6, lớp 7, lớp 8, lớp 9, lớp 10, mẫu giáo, mầm non, nhi đồng, ấu dâm*,
    con gái nhỏ, em gái nhỏ, em gái tôi, bé lớp, bé 5, bé 6, bé 7, bé 8, bé 9, bé 10, bé 12`),
  girlOrBoy: entries('cô gái, con gái, con trai, chàng trai, gái trẻ, gái xinh, gái tơ, gái mới lớn'),
  sexualisedMinor: entries(`
    ấu dâm, khiêu dâm trẻ em, dâm ô trẻ em, xâm hại trẻ em, phim sex trẻ em, lạm dụng tình dục trẻ em,
    mại dâm trẻ em, loạn luân trẻ em`),
  suggestive: entries(`
    gợi cảm, gợi tình, khêu gợi, quần lót, áo lót, đồ lót, nội y, áo ngực, khoe ngực, ngực to, bikini nhỏ,
    bikini hở, khiêu gợi, sexy, váy ngắn hở, đồ ngủ mỏng, hôn kiểu pháp`),

  sexualAssault: entries(`
    hiếp dâm*, cưỡng hiếp*, cưỡng dâm*, hãm hiếp*, hiếp tập thể, bị hiếp, xâm hại tình dục,
    lạm dụng tình dục, tấn công tình dục, bạo lực tình dục, quấy rối tình dục, loạn luân*, thú dâm*, dâm ô*,
    sàm sỡ, chụp lén váy, nô lệ tình dục, quan hệ với động vật, quan hệ với chó, làm nhục cô,
    làm nhục phụ nữ, hiep dam`),
  nonConsent: entries(`
    ép buộc, bị ép, bắt ép, trái ý muốn, không đồng ý, không đồng thuận, chuốc thuốc, bị chuốc,
    đánh thuốc mê, bất tỉnh, đang ngủ, say rượu, camera giấu kín, camera quay lén, lén lút, bị trói,
    trói tay, bị bắt cóc, con tin, khóc lóc, van xin, không hay biết, cưỡng ép`),
  undressRequest: entries(`
    cởi quần áo cô, cởi quần áo của, cởi áo cô, cởi áo của cô, cởi váy cô, cởi bỏ quần áo, lột quần áo,
    lột trần, lột truồng, xóa quần áo, tháo quần áo, làm cô ấy khỏa thân, cho cô ấy khỏa thân,
    biến * khỏa thân, nhìn xuyên quần áo, xuyên qua quần áo, dưới váy cô, lột đồ cô, lột đồ của, lột hết đồ,
    dưới lớp quần áo của cô, dưới lớp áo của cô, cởi đồ cô ấy, cởi đồ của cô, cởi hết đồ, cởi hết quần áo`),
  undressing: entries('cởi quần áo, cởi bỏ quần áo, cởi bỏ y phục, thoát y, lột quần áo'),
  removal: entries('xóa, bỏ, loại bỏ, gỡ, tháo'),
  clothes: entries('quần áo, váy, áo, trang phục, bikini'),
  realPerson: entries(`
    đồng nghiệp của tôi, đồng nghiệp tôi, hàng xóm của tôi, bạn gái cũ, người yêu cũ, vợ cũ,
    cô giáo của tôi, cô giáo tôi, bạn cùng lớp, người phụ nữ này, cô gái này, cô ấy trong, bức ảnh này,
    ảnh này, tấm ảnh này, trong ảnh, hình này, ca sĩ nổi tiếng, diễn viên nổi tiếng, nữ diễn viên, nữ ca sĩ,
    người nổi tiếng, hoa hậu, chị gái tôi, em gái tôi, mẹ tôi, vợ tôi, sếp của tôi, ghép mặt, sao hạng`),

  explicit: entries(`
    phim sex, cảnh sex, ảnh sex, video sex, quan hệ tình dục, làm chuyện ấy, bú cu, bú liếm, mút cu,
    tình dục bằng miệng, tình dục tập thể, tình dục hậu môn, cực khoái, xuất tinh*, gái điếm*, gái gọi,
    hoan lạc, truy hoan, phim người lớn, phim cấp ba, phim jav, cảnh giường chiếu, thác loạn, khiêu dâm,
    khieu dam, thủ dâm, thu dam, bạo dâm, khẩu dâm, làm tình, lồn, chich nhau, lam tinh voi nhau,
    khoai lac nhuc the, dang lam tinh voi`),
  nudity: entries(`
    khỏa thân*, không mặc gì, không mặc quần áo, không mặc đồ, không mảnh vải, không một mảnh vải,
    không quần áo, không có quần áo, cởi bỏ quần áo, bán nude, ảnh nude, chụp nude, nude 100, mẫu nude,
    ngực trần, để ngực trần, lộ ngực, hở ngực, lộ núm vú, núm vú, thoát y, múa thoát y, tình dục*,
    khiêu khích nhục dục, nhục dục, lộ vùng kín, hở vùng kín, tran truong, coi truong, lot truong, truồng`),
  genitals: entries(`
    âm đạo*, bộ phận sinh dục, cơ quan sinh dục, vùng kín, hậu môn, tinh hoàn, âm vật, bìu dái, chim trẻ em,
    dương vật, âm hộ`),

  selfHarm: entries(`
    tự sát đi, cách tự sát, hướng dẫn tự sát, muốn tự sát, tự sát bằng, tự treo cổ, treo cổ chết,
    cắt cổ tay, rạch cổ tay, rạch tay, cắt tay mình, rạch da thịt mình, tự làm hại, tự làm đau, tự hủy hoại,
    tự thiêu, nhảy lầu, nhảy cầu tự, nhảy xuống cầu tự, nhảy từ tầng cao xuống, lao vào tàu,
    lao đầu vào tàu, uống thuốc ngủ tự, uống thuốc trừ sâu, quá liều thuốc để chết, muốn chết,
    tôi muốn chết, chết đi cho rồi, không muốn sống, kết thúc cuộc đời, kết liễu đời, kết liễu bản thân,
    tự kết liễu, thư tuyệt mệnh, thử thách cá voi xanh, nhịn ăn đến chết, dí súng vào đầu mình,
    dây thòng lọng quanh cổ, thòng lọng vào cổ, treo cổ tự tử, thắt cổ chết, thắt cổ tự, tự rạch tay,
    tự cắt tay, tự cắt mình, tự bắn vào, huong dan tu tu, muon tu tu`),
  cutting: entries('vết cắt, vết rạch, dao lam, lưỡi lam'),
  wrist: entries('cổ tay, cẳng tay, mạch máu'),
  suicideScene: entries('trên mép sân thượng, mép mái nhà, treo trên dây, đứng trên lan can cầu'),
  heightSport: entries('leo núi, xiếc, nhảy dù, cứu hộ'),
  suicide: entries('tự sát'),
  encouragement: entries(`
    cách, làm thế nào, làm sao, phương pháp, đẹp, lãng mạn, dễ dàng, không đau, nhẹ nhàng, tôn vinh, cổ vũ,
    từng bước, hướng dẫn`),

  mutilation: entries(`
    bị chặt đầu, đầu bị chặt, chém đầu, đầu lìa khỏi, đầu lâu đẫm máu, xác không đầu, thi thể không đầu,
    phanh thây, xẻ xác, phân xác, chặt xác, mổ bụng người, moi ruột, lòi ruột, ruột lòi, nội tạng lòi,
    nội tạng vương, nội tạng người, móc mắt, lột da người, lột da sống, chặt tay chân, chặt chân tay,
    chi bị đứt, tay bị chặt, chân bị chặt, đứt lìa, nát bét, nát bấy, tra tấn*, tùng xẻo, lăng trì,
    thiêu sống, cắt cổ người, rạch họng, cắt họng, ăn thịt người, xác thối, xác chết thối, xác phân hủy,
    thi thể phân hủy, đống xác, chất đống xác, hành hạ đến chết, đánh đến chết, thịt người, chặt đầu`),
  bodyPart: entries('đầu, tay, chân, lưỡi, ngón tay'),
  injury: entries('bị chặt, bị cắt đứt, đứt rời, bị nghiền, bị móc'),
  woundedBody: entries('xác chết, thi thể, tử thi, xác người, nạn nhân, vết thương'),
  muchBlood: entries(`
    vũng máu, đẫm máu, ngập máu, bê bết máu, đầy máu, máu me, máu khắp, máu chảy lênh láng, máu văng,
    máu bắn, biển máu, bể máu, tắm máu, ngập trong máu, nhuộm máu, vung mau, be bet mau, mau chay lenh lang,
    bien mau`),
  pretendedHorror: entries('halloween*, hóa trang, bí ngô, đồ chơi, búp bê'),

  slur: entries(`
    bọn da đen bẩn, lũ da đen, do thái bẩn thỉu, bọn do thái bẩn, giết hết bọn, giết sạch bọn,
    giết hết người do thái, giết hết người hồi giáo, giết hết người da đen, tàu khựa, bọn pê đê,
    holocaust là dối trá, holocaust không có thật, holocaust chưa từng, nạn diệt chủng do thái là,
    thảm sát do thái là bịa, bắc kỳ chó, nam kỳ chó, hitler hoàn toàn đúng, hitler là đúng đắn,
    mọi rợ da đen`),
  extremistSlogan: entries(`
    da trắng thượng đẳng, da trắng là thượng đẳng, người da trắng thượng đẳng, sức mạnh da trắng,
    chủng tộc thượng đẳng, hitler muôn năm, chiến tranh chủng tộc, thanh lọc chủng tộc`),
  group: entries(`
    người do thái, dân do thái, do thái, người hồi giáo, hồi giáo, người da đen, da đen, người nhập cư,
    dân nhập cư, người tị nạn, dân tị nạn, người đồng tính, đồng tính, người chuyển giới, chuyển giới,
    người khuyết tật, người trung quốc, người khmer, người campuchia, người dân tộc, dân tộc thiểu số,
    người nước ngoài, công giáo, đạo thiên chúa, người digan`),
  dehumanisation: entries(`
    giết hết, giết sạch, tiêu diệt, diệt chủng, tận diệt, hủy diệt, thảm sát, tàn sát, quét sạch,
    thanh trừng, đáng chết, phải chết, nên chết, phải bị giết, cái chết cho, súc vật, loài vật, chuột,
    sâu bọ, ký sinh trùng, rác rưởi, cặn bã, bẩn thỉu, hạ đẳng, thấp kém, không phải con người, hơi ngạt,
    phòng hơi ngạt, cút khỏi, cút về, đuổi hết, trục xuất hết, thống trị thế giới, điều khiển thế giới,
    ung nhọt, dịch bệnh, lũ chó, bọn chó, lũ khỉ, loài khỉ, lũ lợn`),
  extremism: entries('phát xít*, đức quốc xã, chữ thập ngoặc'),
  praise: entries(`
    vinh quang, anh hùng, ca ngợi, tôn vinh, muôn năm, vạn tuế, gia nhập, chiêu mộ, tuyển mộ, tuyên truyền,
    vinh danh, chiến thắng, vĩ đại, thần tượng, tưởng niệm công lao, biết ơn, tự hào, thánh tử đạo, ăn mừng,
    cổ vũ, hào hùng`),

  terrorism: entries(`
    nhà nước hồi giáo, đánh bom liều chết, đánh bom tự sát, xả súng*, thảm sát trường học, thánh chiến*,
    tấn công trường học, khủng bố`),
  weapon: entries(`
    bom, quả bom, lựu đạn, khí độc, chất độc thần kinh, khí sarin, vũ khí hóa học, vũ khí sinh học,
    vũ khí hạt nhân, súng tự chế, thuốc súng, xyanua, ricin tự chế, đai bom, quả mìn, gài mìn, thuốc nổ,
    thuoc no tu che`),
  weaponRecipe: entries('chế bom, chế tạo bom, chế thuốc nổ, chế tạo thuốc nổ'),
  instructions: entries(`
    cách, làm thế nào, chế tạo, tự chế, hướng dẫn*, từng bước, công thức*, bản vẽ, sơ đồ, lắp ráp, điều chế,
    pha chế, tại nhà, nguyên liệu, kế hoạch`),

  harmlessPhrase: entries(`
    trẻ trung, con trai của ngọc trai, bom tấn*, bom tắm, bom sô cô la, giáo dục giới tính,
    giáo dục tình dục, sức khỏe tình dục, phòng chống tự tử, ngăn ngừa tự tử, phòng ngừa tự tử, mắt trần,
    nhìn bằng mắt thường, chân trần, cởi áo khoác, cởi áo mưa, cởi giày, lột vỏ, cây trơ trụi, cô bé lọ lem,
    cô bé quàng khăn đỏ, cắt tóc, cắt giấy, cắt may, cắt bánh, thịt chó, xúc xích, cổ tay áo, máy bơm,
    bơm nước, quả bơ, khoa thần kinh, trần trường học, bom xe, bom hoi, bom lop, bom banh, dâm bụt`),
  negatedWish: everyPair(
    'không có, không, tránh, không chứa, không hề',
    `
      khỏa thân, cảnh khỏa thân, bạo lực, máu, máu me, nội dung khiêu dâm, khiêu dâm, vũ khí, tình dục,
      hình ảnh khỏa thân, người khỏa thân`,
  ),
  art: entries(`
    bảo tàng*, bức tượng, tượng*, điêu khắc*, tranh sơn dầu, phục hưng, lịch sử mỹ thuật, hội họa cổ điển,
    lớp vẽ, vẽ mẫu, phòng tranh, triển lãm nghệ thuật`),
  medicine: entries(`
    y khoa, y học, y tế, bác sĩ*, bệnh viện*, giải phẫu*, sách giáo khoa, sinh học, ung thư*, phẫu thuật,
    điều dưỡng, sinh con, cho con bú, sản khoa`),
  awareness: entries(`
    phòng chống, phòng ngừa, ngăn ngừa, ngăn chặn, nâng cao nhận thức, đường dây nóng, hỗ trợ, giúp đỡ,
    tư vấn, chống bạo lực, trị liệu, nạn nhân được`),
  history: entries(`
    bảo tàng*, lịch sử*, đài tưởng niệm, tưởng niệm*, phim tài liệu, chiến tranh thế giới, thế chiến,
    triển lãm*, di tích*, sách giáo khoa, nghĩa trang`),
  opposition: entries(`
    chống lại, phản đối*, hòa bình, chống khủng bố, chống phân biệt, đoàn kết, biểu tình chống`),
  person: entries('phụ nữ, đàn ông, người, cô, bà, chị, ảnh, hình'),
};

export const vietnameseAges: AgeWords = {
  numbers: [],
  afterNumber: entries('tuổi'),
  attachedToDigits: entries('tuổi'),
  beforeDigits: entries('bé'),
};
