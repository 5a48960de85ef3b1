"""Names people give to time zones that the IANA database does not know as such.

The best-known zones come first, and each zone's most telling name comes first. A name that stands
under several zones is ambiguous by intent: “CST” is Chicago's and Beijing's. Names of IANA zones
and of countries need no entry, unless they would lead to the wrong zone (China's second zone is
rarely meant) or have other spellings.
"""

NAMES_BY_ZONE = {
    "Asia/Shanghai": (
        "Beijing, 北京, China, 中国, 中國, Shanghai, 上海, CST, PRC, Shenzhen, 深圳, Guangzhou, "
        "广州, 廣州, Canton, Hangzhou, 杭州, Nanjing, 南京, Wuhan, 武汉, 武漢, Xi'an, Xian, 西安, "
        "Chengdu, 成都, Chongqing, 重庆, 重慶, Tianjin, 天津, Hefei, 合肥, Suzhou, 苏州, Harbin, "
        "哈尔滨, Changsha, 长沙, Xiamen, 厦门, Dalian, 大连, Qingdao, 青岛, Jinan, 济南, "
        "Shenyang, 沈阳, Zhengzhou, 郑州, Ningbo, 宁波, Kunming, 昆明, Fuzhou, 福州, Changchun, "
        "长春, Lanzhou, 兰州, Zhuhai, 珠海"
    ),
    "America/Los_Angeles": (
        "US Pacific, Pacific Time, PT, PST, PDT, 太平洋时间, 美国太平洋, 美国西部, 美西, "
        "美國西部, Los Angeles, LA, 洛杉矶, 洛杉磯, San Francisco, SF, Bay Area, 旧金山, 舊金山, "
        "三藩市, 湾区, 硅谷, Silicon Valley, San Jose, 圣何塞, Palo Alto, Stanford, 斯坦福, "
        "Berkeley, 伯克利, Mountain View, Menlo Park, San Diego, 圣地亚哥, Irvine, 尔湾, "
        "Pasadena, Santa Barbara, Santa Cruz, Sacramento, Seattle, 西雅图, 西雅圖, Redmond, "
        "Portland, 波特兰, Las Vegas, 拉斯维加斯, California, 加州, Washington, Washington State, "
        "Oregon, Nevada, United States, US, USA, America, 美国, 美國"
    ),
    "America/New_York": (
        "US Eastern, Eastern Time, ET, EST, EDT, 美国东部, 美東, 美东, 美國東部, 东部时间, "
        "New York, NYC, 纽约, 紐約, Manhattan, Brooklyn, Boston, 波士顿, 波士頓, Cambridge, MIT, "
        "Harvard, Princeton, 普林斯顿, Pittsburgh, 匹兹堡, Philadelphia, 费城, Baltimore, "
        "Washington, Washington DC, 华盛顿, 華盛頓, Atlanta, 亚特兰大, Miami, 迈阿密, Orlando, "
        "Ithaca, New Haven, Durham, Raleigh, Chapel Hill, Charlotte, Ann Arbor, Columbus, "
        "Cleveland, Providence, Amherst, Massachusetts, New Jersey, Pennsylvania, Maryland, "
        "Virginia, Georgia, Florida, Ohio, United States, US, USA, America, 美国, 美國"
    ),
    "Europe/London": (
        "United Kingdom, UK, GB, Britain, Great Britain, England, Scotland, Wales, 英国, 英國, "
        "London, 伦敦, 倫敦, BST, British, Oxford, 牛津, Cambridge, 剑桥, Edinburgh, 爱丁堡, "
        "Manchester, 曼彻斯特, Glasgow, Bristol, Leeds, Sheffield, Birmingham, Liverpool, "
        "Southampton, Cardiff, Durham, Newcastle, St Andrews"
    ),
    "Europe/Berlin": (
        "Germany, Deutschland, 德国, 德國, Berlin, 柏林, CET, CEST, MEZ, MESZ, Central European, "
        "欧洲中部, Munich, München, Muenchen, 慕尼黑, Hamburg, 汉堡, Frankfurt, 法兰克福, "
        "Cologne, Köln, Stuttgart, 斯图加特, Tübingen, Tuebingen, Heidelberg, 海德堡, Karlsruhe, "
        "Freiburg, Bonn, Darmstadt, Saarbrücken, Aachen, 亚琛, Dresden, Leipzig, Göttingen, "
        "Düsseldorf, Potsdam"
    ),
    "Asia/Kolkata": (
        "India, 印度, IST, Bharat, Mumbai, Bombay, 孟买, Delhi, New Delhi, 新德里, 德里, "
        "Bangalore, Bengaluru, 班加罗尔, Hyderabad, Chennai, Madras, Pune, Ahmedabad, Kanpur, "
        "Kharagpur, Kochi, Jaipur, Kolkata, Calcutta, 加尔各答"
    ),
    "Asia/Tokyo": (
        "Japan, 日本, Tokyo, 东京, 東京, JST, Kyoto, 京都, Osaka, 大阪, Nagoya, 名古屋, Sapporo, "
        "札幌, Fukuoka, 福冈, 福岡, Sendai, 仙台, Tsukuba, 筑波, Yokohama, 横滨, 横浜, Nara, "
        "奈良"
    ),
    "Australia/Sydney": (
        "New South Wales, NSW, Sydney, 悉尼, 雪梨, AEST, AEDT, AET, 澳大利亚东部, 澳洲东部, "
        "Canberra, 堪培拉, Newcastle, Wollongong, Australia, 澳大利亚, 澳洲"
    ),
    "America/Sao_Paulo": (
        "Brazil, Brasil, 巴西, BRT, São Paulo, 圣保罗, Rio de Janeiro, Rio, 里约热内卢, Brasília, "
        "巴西利亚, Belo Horizonte, Porto Alegre, Campinas, Curitiba"
    ),
    "America/Chicago": (
        "US Central, Central Time, CT, CST, CDT, 美国中部, 美中, Chicago, 芝加哥, Evanston, "
        "Urbana, Champaign, Urbana Champaign, UIUC, 香槟, Madison, Minneapolis, Austin, 奥斯汀, "
        "Houston, 休斯顿, Dallas, 达拉斯, San Antonio, College Station, St Louis, Saint Louis, "
        "Nashville, New Orleans, 新奥尔良, Iowa City, Birmingham, Illinois, Wisconsin, Minnesota, "
        "Texas, 德州, United States, US, USA, America, 美国, 美國"
    ),
    "America/Denver": (
        "US Mountain, Mountain Time, MT, MST, MDT, 美国山地, 山地时间, Denver, 丹佛, Boulder, "
        "Salt Lake City, 盐湖城, Albuquerque, Santa Fe, Colorado, Utah, New Mexico, "
        "United States, US, USA, America, 美国, 美國"
    ),
    "Asia/Singapore": "Singapore, 新加坡, 狮城, SGT",
    "Asia/Hong_Kong": "Hong Kong, 香港, HK, HKT, HKUST",
    "Asia/Taipei": (
        "Taiwan, 台湾, 台灣, 臺灣, Taipei, 台北, 臺北, CST, Hsinchu, 新竹, Kaohsiung, 高雄, "
        "Taichung, 台中, Tainan, 台南"
    ),
    "Asia/Seoul": (
        "South Korea, Korea, Republic of Korea, 韩国, 韓國, 한국, 대한민국, Seoul, 首尔, 首爾, "
        "서울, KST, Daejeon, 大田, 대전, KAIST, Busan, 釜山, 부산, Pohang, 浦项, Incheon"
    ),
    "Europe/Paris": (
        "France, 法国, 法國, Paris, 巴黎, Lyon, 里昂, Grenoble, Marseille, Toulouse, Nice, Lille, "
        "Strasbourg, Bordeaux, Rennes, Saclay, Montpellier"
    ),
    "America/Toronto": (
        "Canada Eastern, Toronto, 多伦多, 多倫多, Montreal, Montréal, 蒙特利尔, Ottawa, 渥太华, "
        "Waterloo, 滑铁卢, Quebec, Québec, McGill, Mila, Ontario, Canada, 加拿大"
    ),
    "Europe/Zurich": (
        "Switzerland, Schweiz, Suisse, 瑞士, Zürich, Zuerich, 苏黎世, ETH, Geneva, Genève, "
        "日内瓦, Lausanne, 洛桑, EPFL, Basel, 巴塞尔, Bern, 伯尔尼, Lugano"
    ),
    "Asia/Dubai": (
        "United Arab Emirates, UAE, 阿联酋, Dubai, 迪拜, Abu Dhabi, 阿布扎比, MBZUAI, GST"
    ),
    "Africa/Johannesburg": (
        "South Africa, 南非, SAST, Johannesburg, 约翰内斯堡, Cape Town, 开普敦, Pretoria, Durban, "
        "Stellenbosch"
    ),
    "Africa/Lagos": "Nigeria, WAT, Lagos, Abuja, Ibadan",
    "America/Mexico_City": "Mexico, México, 墨西哥, Mexico City, CDMX, 墨西哥城, Guadalajara",
    "Pacific/Auckland": (
        "New Zealand, NZ, 新西兰, 紐西蘭, NZST, NZDT, NZT, Auckland, 奥克兰, Wellington, 惠灵顿, "
        "Christchurch, Dunedin"
    ),
    "Pacific/Honolulu": "Hawaii, 夏威夷, HST, Honolulu, 檀香山",
    "UTC": (
        "UTC, GMT, UT, Z, Zulu, Universal, Coordinated Universal, 世界时, 世界协调时, 协调世界时, "
        "Greenwich, Greenwich Mean, 格林尼治"
    ),
    "America/Vancouver": "British Columbia, Vancouver, 温哥华, 溫哥華, Victoria, Canada, 加拿大",
    "America/Edmonton": "Alberta, Edmonton, 埃德蒙顿, Calgary, 卡尔加里, Canada, 加拿大",
    "America/Winnipeg": "Manitoba, Winnipeg, 温尼伯, Canada, 加拿大",
    "America/Halifax": "Atlantic Time, AST, ADT, Nova Scotia, Halifax, 哈利法克斯, Canada, 加拿大",
    "America/St_Johns": "Newfoundland, NST, NDT, St. John's, Canada, 加拿大",
    "America/Phoenix": "Arizona, 亚利桑那, MST, Phoenix, 凤凰城, Tempe, Tucson",
    "America/Detroit": "Michigan, Detroit, 底特律",
    "America/Anchorage": "Alaska, 阿拉斯加, AKST, AKDT, Fairbanks",
    "America/Havana": "Cuba, 古巴, CST",
    "America/Bogota": "Colombia, 哥伦比亚, 波哥大, Medellín",
    "America/Argentina/Buenos_Aires": (
        "Argentina, 阿根廷, ART, Buenos Aires, 布宜诺斯艾利斯, Rosario"
    ),
    "America/Argentina/Cordoba": "Córdoba",
    "America/Argentina/San_Juan": "San Juan",
    "America/Puerto_Rico": "Puerto Rico, San Juan",
    "America/Santiago": "Chile, 智利, Santiago, 圣地亚哥, Valparaíso, Concepción",
    "America/Lima": "Peru, 秘鲁, 利马",
    "America/Guayaquil": "Ecuador, Quito",
    "America/Costa_Rica": "Costa Rica, San Jose",
    "America/Manaus": "Amazonas, Brazil, Brasil, 巴西",
    "America/Tijuana": "Baja California, Mexico, México, 墨西哥",
    "America/Cancun": "Quintana Roo, Mexico, México, 墨西哥",
    "Europe/Dublin": "Ireland, Éire, 爱尔兰, 愛爾蘭, IST, Dublin, 都柏林, Cork, Galway",
    "Europe/Lisbon": "Portugal, 葡萄牙, WET, WEST, Lisbon, Lisboa, 里斯本, Porto, 波尔图, Coimbra",
    "Europe/Madrid": (
        "Spain, España, 西班牙, Madrid, 马德里, Barcelona, 巴塞罗那, Valencia, Seville, Sevilla, "
        "Bilbao, Granada"
    ),
    "Europe/Rome": (
        "Italy, Italia, 意大利, Rome, Roma, 罗马, 羅馬, Milan, Milano, 米兰, Turin, Torino, 都灵, "
        "Trento, Bologna, Pisa, Florence, Firenze, 佛罗伦萨, Naples, Napoli, Venice, 威尼斯, "
        "Trieste, Padua, Genoa, Genova"
    ),
    "Europe/Amsterdam": (
        "Netherlands, Holland, 荷兰, 荷蘭, Amsterdam, 阿姆斯特丹, Delft, 代尔夫特, Rotterdam, "
        "鹿特丹, Utrecht, Eindhoven, Leiden, Groningen, The Hague, Nijmegen, Tilburg"
    ),
    "Europe/Brussels": "Belgium, 比利时, 比利時, 布鲁塞尔, Leuven, 鲁汶, Ghent, Gent, Antwerp",
    "Europe/Vienna": (
        "Austria, 奥地利, 奧地利, Vienna, Wien, 维也纳, Graz, Linz, Klosterneuburg, Innsbruck"
    ),
    "Europe/Prague": "Czechia, Czech Republic, 捷克, Prague, Praha, 布拉格, Brno",
    "Europe/Warsaw": "Poland, 波兰, 波蘭, Warsaw, Warszawa, 华沙, Krakow, Kraków, Wroclaw, Poznan",
    "Europe/Budapest": "Hungary, 匈牙利, 布达佩斯",
    "Europe/Copenhagen": "Denmark, 丹麦, 丹麥, 哥本哈根, Aarhus, Aalborg, Odense",
    "Europe/Stockholm": (
        "Sweden, 瑞典, 斯德哥尔摩, Gothenburg, Göteborg, Lund, Uppsala, Linköping, Umeå"
    ),
    "Europe/Oslo": "Norway, 挪威, 奥斯陆, Bergen, Trondheim, Tromsø, Tromso",
    "Europe/Helsinki": "Finland, 芬兰, 芬蘭, 赫尔辛基, Espoo, Tampere, Turku, Oulu",
    "Europe/Athens": (
        "Greece, 希腊, 希臘, EET, EEST, Eastern European, 雅典, Thessaloniki, Heraklion"
    ),
    "Europe/Kyiv": "Ukraine, 乌克兰, Kyiv, Kiev, 基辅, Lviv, Kharkiv, Odessa",
    "Europe/Moscow": (
        "Moscow, 莫斯科, MSK, Saint Petersburg, Petersburg, St Petersburg, 圣彼得堡, Russia, "
        "俄罗斯, 俄羅斯"
    ),
    "Europe/Istanbul": "Turkey, Türkiye, 土耳其, TRT, Istanbul, 伊斯坦布尔, Ankara, 安卡拉, Izmir",
    "Asia/Jerusalem": (
        "Israel, 以色列, IST, IDT, Jerusalem, 耶路撒冷, Tel Aviv, 特拉维夫, Haifa, 海法, "
        "Technion, Rehovot"
    ),
    "Africa/Cairo": "Egypt, 埃及, 开罗, Alexandria",
    "Africa/Nairobi": "Kenya, 肯尼亚, EAT, 内罗毕",
    "Africa/Maputo": "Mozambique, CAT",
    "Africa/Casablanca": "Morocco, 摩洛哥, Rabat, Marrakesh",
    "Africa/Kigali": "Rwanda, 卢旺达",
    "Asia/Riyadh": "Saudi Arabia, 沙特, 沙特阿拉伯, AST, 利雅得, Jeddah, Thuwal, KAUST",
    "Asia/Qatar": "Qatar, 卡塔尔, Doha",
    "Asia/Tehran": "Iran, 伊朗, IRST, 德黑兰, Isfahan, Shiraz",
    "Asia/Tbilisi": "Georgia, 格鲁吉亚",
    "Asia/Karachi": "Pakistan, 巴基斯坦, PKT, 卡拉奇, Lahore, Islamabad",
    "Asia/Kathmandu": "Nepal, 尼泊尔, NPT, 加德满都",
    "Asia/Dhaka": "Bangladesh, 孟加拉国, 达卡, Chittagong",
    "Asia/Bangkok": "Thailand, 泰国, 泰國, 曼谷, ICT, Chiang Mai",
    "Asia/Yangon": "Myanmar, Burma, 缅甸, 仰光",
    "Asia/Ho_Chi_Minh": (
        "Vietnam, 越南, Ho Chi Minh City, HCMC, 胡志明市, Saigon, Hanoi, 河内, Da Nang"
    ),
    "Asia/Jakarta": "Jakarta, 雅加达, WIB, Bandung, Yogyakarta, Indonesia, 印度尼西亚, 印尼",
    "Asia/Makassar": "WITA, Bali, 巴厘岛, Denpasar, Indonesia, 印度尼西亚, 印尼",
    "Asia/Jayapura": "WIT, Papua, Indonesia, 印度尼西亚, 印尼",
    "Asia/Kuala_Lumpur": (
        "Malaysia, 马来西亚, 馬來西亞, MYT, Kuala Lumpur, KL, 吉隆坡, Penang, 槟城"
    ),
    "Asia/Manila": "Philippines, 菲律宾, PHT, 马尼拉, Quezon City, Cebu",
    "Asia/Macau": "Macau, Macao, 澳门, 澳門",
    "Asia/Urumqi": "Xinjiang, 新疆, Ürümqi, 乌鲁木齐",
    "Asia/Novosibirsk": "Novosibirsk, 新西伯利亚, Russia, 俄罗斯, 俄羅斯",
    "Asia/Vladivostok": "Vladivostok, 海参崴, Russia, 俄罗斯, 俄羅斯",
    "Australia/Melbourne": "Melbourne, 墨尔本, 墨爾本, Victoria, Australia, 澳大利亚, 澳洲",
    "Australia/Brisbane": "Queensland, Brisbane, 布里斯班, Gold Coast, Australia, 澳大利亚, 澳洲",
    "Australia/Adelaide": (
        "South Australia, ACST, ACDT, Adelaide, 阿德莱德, Australia, 澳大利亚, 澳洲"
    ),
    "Australia/Darwin": "Northern Territory, ACST, Darwin, 达尔文, Australia, 澳大利亚, 澳洲",
    "Australia/Perth": "Western Australia, AWST, Perth, 珀斯, Australia, 澳大利亚, 澳洲",
}
