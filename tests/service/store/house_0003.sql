BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE balance (
	account VARCHAR(48) NOT NULL,
	tallies BIGINT NOT NULL,
	PRIMARY KEY (account)
);
CREATE TABLE entry (
	id INTEGER NOT NULL,
	at BIGINT NOT NULL,
	memo VARCHAR(80) NOT NULL,
	cause VARCHAR(80) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (cause)
);
CREATE TABLE event (
	table_id VARCHAR(32) NOT NULL,
	seq INTEGER NOT NULL,
	at BIGINT NOT NULL,
	seat INTEGER,
	kind VARCHAR(32) NOT NULL,
	body TEXT NOT NULL,
	prev_hash VARCHAR(64) NOT NULL,
	PRIMARY KEY (table_id, seq)
);
INSERT INTO "event" VALUES('c4bb86c3d1c42710',1,1750000000000,NULL,'opened','{"type":"opened","person":"ann","game":"battle","options":{"least_opening_moves":2,"first_seat":0},"match":"single","clock":{"bank":300000,"step":5000,"fresh":false},"private":false,"invite":"JFD7U6","stake":0,"day":"","claims":""}','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',2,1750000000000,0,'sat','{"type":"sat","seat":0,"name":"Ann","person":"ann","bot":null,"client":null}','5e1d18c886a24fd74b29b55e393130597c97d1d48fb6669451164d144f327c55');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',3,1750000000000,1,'sat','{"type":"sat","seat":1,"name":"Bob","person":"bob","bot":null,"client":null}','a6d7f4f53c3ed9fd077895eb314a7b1aa45d7fce19a8768b437055db989eb19e');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',4,1750000000000,NULL,'committed','{"type":"committed","deal":0,"commitment":"9fcbe93ede9dfb417d8757e9425a2a1be336f6695b7c639cecdc58a298e46e5f","secret":"3c344c4189eb2f1e7bd5d47e446fcec2a3d811736110e5781bcccea696762e6116c6e9c92d99bf358c2e0718822ce47ca8c74107e66cb0e4b2b3f4d58d82ca6386d2c96e760e819b85c924c3597164c4a6058a00581a22b22de50472433d2e44"}','f37c65c6687fbacfbfb8357a318e96388bbaa39649a0a6ce74ca5de3d9d84786');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',5,1750000000000,0,'readied','{"type":"readied","seat":0,"share":"abababababababababababababababababababababababababababababababab","client":null}','44bb82f32387ded671135c4d60b84baf8ceabbe88a018813e2517b7aa9ca1d26');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',6,1750000000000,1,'readied','{"type":"readied","seat":1,"share":"abababababababababababababababababababababababababababababababab","client":null}','6bbf8a503e4015853ae590b8ef7900575b8f0af84def51668b45766ff3cdc628');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',7,1750000000000,NULL,'dealt','{"type":"dealt","deal":0}','6b160cf3ecf91ee6bb875c2be67dd9b02450a21690d1828c02180f814c528f54');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',8,1750000000000,0,'moved','{"type":"moved","seat":0,"move":{"type":"take_pair","first":0,"second":72},"ms":0,"by":"person","left":305000,"client":"0"}','8167292d3b273f5afaaaffbd7349b1a63d1d9be0e95b0d63df10a26770cf560f');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',9,1750000000000,1,'moved','{"type":"moved","seat":1,"move":{"type":"take_pair","first":17,"second":26},"ms":0,"by":"person","left":305000,"client":"1"}','c2b9d31fc8f90ca9dc58a72b40e1ed61b3fe58bdecc150ce7d0fb3998a1cd2d4');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',10,1750000000000,0,'moved','{"type":"moved","seat":0,"move":{"type":"take_pair","first":18,"second":27},"ms":0,"by":"person","left":310000,"client":"2"}','831724d0f391fc4bae366b6c1887210e21afa80719d78369ec257076c1b0bc53');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',11,1750000000000,1,'moved','{"type":"moved","seat":1,"move":{"type":"take_pair","first":19,"second":71},"ms":0,"by":"person","left":310000,"client":"3"}','7b5bbe81e652a070ab5df37c03c6ade0e83f4c6b97f29156e6b78e172e476575');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',12,1750000000000,1,'moved','{"type":"moved","seat":1,"move":{"type":"forfeit","reason":"resigned"},"ms":0,"by":"person","left":null,"client":"x"}','8d6816016a3e1eb1221c9bdfb8c6d4da82aa81868fe9fdd89f1d90e722b4f73b');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',13,1750000000000,NULL,'deal_ended','{"type":"deal_ended","deal":0,"result":{"scores":[259,11],"winners":[0],"ending":"resigned"}}','0c81009918bbf16c759a77c78fdb272e6375c68d4f49b9ff5f8ce0d28654ed75');
INSERT INTO "event" VALUES('c4bb86c3d1c42710',14,1750000000000,NULL,'committed','{"type":"committed","deal":1,"commitment":"4e18e2bda6b42b68c3d341b789c6b5b07749dd50f66124b86d33882ea7fd0288","secret":"fed8b6b8357e44cd3129903ac1d45597a242fdf11f8f2b1a39f3c3e693114351dcbed407e3e6b605b99e8306dda748a61e029a8a3f415b024a146cf0d98a98e1cf999661f967bdafdf0e7337420c13f8f5d40f6ce079d1b987376f07bcb81287"}','328d1175fe0ee25933116e84ff261a6329d1312dc246bef742a53cf1d4c906ea');
INSERT INTO "event" VALUES('148ded7e8a34888d',1,1750000000000,NULL,'opened','{"type":"opened","person":"ann","game":"battle","options":{"least_opening_moves":2,"first_seat":0},"match":"single","clock":{"bank":300000,"step":5000,"fresh":false},"private":false,"invite":"U9W7PA","stake":0,"day":"","claims":""}','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO "event" VALUES('148ded7e8a34888d',2,1750000000000,0,'sat','{"type":"sat","seat":0,"name":"Ann","person":"ann","bot":null,"client":null}','cc01de3800719dc520ec674a68af5b5b7c40f7cdaf449a44ec853358454f308c');
INSERT INTO "event" VALUES('a90802389a78cdc2',1,1750000000000,NULL,'opened','{"type":"opened","person":"cleo","game":"battle","options":{"least_opening_moves":2,"first_seat":0},"match":"single","clock":{"bank":300000,"step":5000,"fresh":false},"private":false,"invite":"FGCX6Y","stake":0,"day":"","claims":""}','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO "event" VALUES('a90802389a78cdc2',2,1750000000000,0,'sat','{"type":"sat","seat":0,"name":"Cleo","person":"cleo","bot":null,"client":null}','3ef44e9874722918a98ac3e7127d9e3935ffa6cfc287bbba1eaf4270a7e0e8f3');
INSERT INTO "event" VALUES('a90802389a78cdc2',3,1750000000000,1,'sat','{"type":"sat","seat":1,"name":"Dan","person":"dan","bot":null,"client":null}','ffb426f4c7036a5048510c9eff33522f42c4916d7858fb92565fe80ac6125098');
INSERT INTO "event" VALUES('a90802389a78cdc2',4,1750000000000,NULL,'committed','{"type":"committed","deal":0,"commitment":"1d41521890f4b1ef99566193113939e34860ed7e0c15b630ab4a3b54028d5027","secret":"9492a875f74ac6f3aa202f4ad9892fed75598005bac48a6a9e826bd6f0a890ea47ca738eb48c14ec53676da43f9e9919878d972f9a451da1305317feed6740b9bd7425dcb03de04bf0a4f21e0adc3ebef6822b55d46d44e5a833b3b84e0f27f9"}','7a5f65ec424a18a46fe971ec8e26e597488506826ec4d20e9c6523f58d011c04');
INSERT INTO "event" VALUES('a90802389a78cdc2',5,1750000000000,0,'readied','{"type":"readied","seat":0,"share":"abababababababababababababababababababababababababababababababab","client":null}','c1ae3a6c5dc8f503fa35a1b786409aaf8ea7986f877737a7cf042be0dc6e265a');
INSERT INTO "event" VALUES('a90802389a78cdc2',6,1750000000000,1,'readied','{"type":"readied","seat":1,"share":"abababababababababababababababababababababababababababababababab","client":null}','ca8515f9d7365a0614336fcd9ed733c24ec05422161011d75511157b8467109e');
INSERT INTO "event" VALUES('a90802389a78cdc2',7,1750000000000,NULL,'dealt','{"type":"dealt","deal":0}','fe27cb3e490d505f82f4d6420511ede6cd6bf0e573dda8b0d57fb8719441da2e');
CREATE TABLE lease (
	table_id VARCHAR(32) NOT NULL,
	owner VARCHAR(64) NOT NULL,
	epoch INTEGER NOT NULL,
	until BIGINT NOT NULL,
	PRIMARY KEY (table_id)
);
CREATE TABLE muted (
	person VARCHAR(32) NOT NULL,
	other VARCHAR(32) NOT NULL,
	PRIMARY KEY (person, other),
	FOREIGN KEY(person) REFERENCES person (id),
	FOREIGN KEY(other) REFERENCES person (id)
);
CREATE TABLE person (
	id VARCHAR(32) NOT NULL,
	name VARCHAR(40) NOT NULL,
	name_key VARCHAR(80) NOT NULL,
	password TEXT,
	created BIGINT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (name_key)
);
INSERT INTO "person" VALUES('ann','Ann','ann',NULL,0);
INSERT INTO "person" VALUES('bob','Bob','bob',NULL,0);
INSERT INTO "person" VALUES('cleo','Cleo','cleo',NULL,0);
INSERT INTO "person" VALUES('dan','Dan','dan',NULL,0);
INSERT INTO "person" VALUES('eve','Eve','eve',NULL,0);
CREATE TABLE played (
	table_id VARCHAR(32) NOT NULL,
	deal INTEGER NOT NULL,
	game VARCHAR(32) NOT NULL,
	private BOOLEAN NOT NULL,
	ended BIGINT NOT NULL,
	names TEXT NOT NULL,
	result TEXT NOT NULL,
	PRIMARY KEY (table_id, deal)
);
INSERT INTO "played" VALUES('c4bb86c3d1c42710',0,'battle',0,1750000000000,'["Ann","Bob"]','{"scores":[259,11],"winners":[0],"ending":"resigned"}');
CREATE TABLE player (
	table_id VARCHAR(32) NOT NULL,
	deal INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	person VARCHAR(32) NOT NULL,
	score INTEGER NOT NULL,
	won BOOLEAN NOT NULL,
	PRIMARY KEY (table_id, deal, seat),
	FOREIGN KEY(person) REFERENCES person (id)
);
INSERT INTO "player" VALUES('c4bb86c3d1c42710',0,0,'ann',259,1);
INSERT INTO "player" VALUES('c4bb86c3d1c42710',0,1,'bob',11,0);
CREATE TABLE posting (
	entry INTEGER NOT NULL,
	account VARCHAR(48) NOT NULL,
	tallies BIGINT NOT NULL,
	PRIMARY KEY (entry, account),
	FOREIGN KEY(entry) REFERENCES entry (id)
);
CREATE TABLE session (
	token_hash VARCHAR(64) NOT NULL,
	id VARCHAR(32) NOT NULL,
	person VARCHAR(32) NOT NULL,
	created BIGINT NOT NULL,
	seen BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	agent VARCHAR(200) NOT NULL,
	PRIMARY KEY (token_hash),
	UNIQUE (id),
	FOREIGN KEY(person) REFERENCES person (id)
);
CREATE TABLE sitting (
	id VARCHAR(32) NOT NULL,
	game VARCHAR(32) NOT NULL,
	status VARCHAR(16) NOT NULL,
	private BOOLEAN NOT NULL,
	invite VARCHAR(16) NOT NULL,
	summary TEXT NOT NULL,
	created BIGINT NOT NULL,
	updated BIGINT NOT NULL, seen BIGINT, upkeep VARCHAR(8),
	PRIMARY KEY (id),
	UNIQUE (invite)
);
INSERT INTO "sitting" VALUES('c4bb86c3d1c42710','battle','between',0,'JFD7U6','{"id":"c4bb86c3d1c42710","game":"battle","options":{"least_opening_moves":2,"first_seat":0},"match":"single","status":"between","seats":[{"name":"Ann","person":"ann"},{"name":"Bob","person":"bob"}],"bank":300000,"step":5000,"private":false,"stake":0,"deal":1,"commitment":"4e18e2bda6b42b68c3d341b789c6b5b07749dd50f66124b86d33882ea7fd0288","points":[259,11],"results":[{"scores":[259,11],"winners":[0],"ending":"resigned"}],"opened":1750000000000,"day":"","deals":1,"match_over":true,"fresh":false,"claims":""}',1750000000000,1750000000000,NULL,'short');
INSERT INTO "sitting" VALUES('148ded7e8a34888d','battle','open',0,'U9W7PA','{"id":"148ded7e8a34888d","game":"battle","options":{"least_opening_moves":2,"first_seat":0},"match":"single","status":"open","seats":[{"name":"Ann","person":"ann"},null],"bank":300000,"step":5000,"private":false,"stake":0,"deal":0,"commitment":null,"points":[],"results":[],"opened":1750000000000,"day":"","deals":1,"match_over":false,"fresh":false,"claims":""}',1750000000000,1750000000000,NULL,'short');
INSERT INTO "sitting" VALUES('a90802389a78cdc2','battle','playing',0,'FGCX6Y','{"id":"a90802389a78cdc2","game":"battle","options":{"least_opening_moves":2,"first_seat":0},"match":"single","status":"playing","seats":[{"name":"Cleo","person":"cleo"},{"name":"Dan","person":"dan"}],"bank":300000,"step":5000,"private":false,"stake":0,"deal":0,"commitment":"1d41521890f4b1ef99566193113939e34860ed7e0c15b630ab4a3b54028d5027","points":[],"results":[],"opened":1750000000000,"day":"","deals":1,"match_over":false,"fresh":false,"claims":""}',1750000000000,1750000000000,NULL,'runs');
CREATE INDEX ix_session_person ON session (person);
CREATE INDEX sitting_lobby ON sitting (status, private, updated);
CREATE INDEX ix_played_ended ON played (ended);
CREATE INDEX ix_player_person ON player (person);
CREATE INDEX posting_account ON posting (account, entry);
COMMIT;
