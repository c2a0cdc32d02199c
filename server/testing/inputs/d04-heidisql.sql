-- --------------------------------------------------------
-- Host: 127.0.0.1
-- HeidiSQL Version: 12.6
-- --------------------------------------------------------
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8 */;
/*!50503 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
-- Table structure for table `Admins`
--

DROP TABLE IF EXISTS `Admins`;
CREATE TABLE `Admins` (
  `admin_id` text,
  `username` text,
  `email` text,
  `password` text,
  `role` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`admin_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `Admins` WRITE;
/*!40000 ALTER TABLE `Admins` DISABLE KEYS */;
UNLOCK TABLES;
--
-- Table structure for table `Prices`
--

DROP TABLE IF EXISTS `Prices`;
CREATE TABLE `Prices` (
  `id` text,
  `product_id` text,
  `min_price` text,
  `max_price` text,
  `date` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `Prices` WRITE;
/*!40000 ALTER TABLE `Prices` DISABLE KEYS */;
INSERT INTO `Prices` (`id`, `product_id`, `min_price`, `max_price`, `date`, `createdAt`, `updatedAt`) VALUES
(1,1,100,120,'2020-11-19','2020-07-01 08:00:00','2020-07-01 08:00:00'),
(2,2,240,270,'2020-11-19','2020-07-01 08:00:00','2020-07-01 08:00:00'),
(3,3,300,330,'2020-11-19','2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `Products`
--

DROP TABLE IF EXISTS `Products`;
CREATE TABLE `Products` (
  `id` text,
  `name` text,
  `type` text,
  `image` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `Products` WRITE;
/*!40000 ALTER TABLE `Products` DISABLE KEYS */;
INSERT INTO `Products` (`id`, `name`, `type`, `image`, `createdAt`, `updatedAt`) VALUES
(1,'Leeks','vegetable',NULL,'2020-07-01 08:00:00','2020-07-01 08:00:00'),
(2,'Carrot','vegetable',NULL,'2020-07-01 08:00:00','2020-07-01 08:00:00'),
(3,'Beans','vegetable',NULL,'2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `audit_trail`
--

DROP TABLE IF EXISTS `audit_trail`;
CREATE TABLE `audit_trail` (
  `audit_id` text,
  `shop_id` text,
  `invoice_id` text,
  `event_type` text,
  `event_description` text,
  `old_value` text,
  `new_value` text,
  `edit_reason` text,
  `event_date` text,
  `user_actioned` text,
  PRIMARY KEY (`audit_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `audit_trail` WRITE;
/*!40000 ALTER TABLE `audit_trail` DISABLE KEYS */;
INSERT INTO `audit_trail` (`audit_id`, `shop_id`, `invoice_id`, `event_type`, `event_description`, `old_value`, `new_value`, `edit_reason`, `event_date`, `user_actioned`) VALUES
(1,'A-1','INV-A-1-202007','Invoice Generated','Invoice generated',NULL,NULL,NULL,'2020-07-01 08:00:00','old.office@example.com'),
(2,'A-1',NULL,'Payment Made','Payment of 500.00 received via Cash',NULL,NULL,NULL,'2020-07-05 08:00:00','old.office@example.com');
UNLOCK TABLES;
--
-- Table structure for table `fines`
--

DROP TABLE IF EXISTS `fines`;
CREATE TABLE `fines` (
  `fine_id` text,
  `fine_amount` text,
  `shop_id` text,
  `invoice_id` text,
  `paid_amount` text,
  `paid_date` text,
  `generate_date` text,
  `status` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`fine_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `fines` WRITE;
/*!40000 ALTER TABLE `fines` DISABLE KEYS */;
UNLOCK TABLES;
--
-- Table structure for table `invoices`
--

DROP TABLE IF EXISTS `invoices`;
CREATE TABLE `invoices` (
  `invoice_id` text,
  `shop_id` text,
  `month_year` text,
  `rent_amount` text,
  `operation_fee` text,
  `vat_amount` text,
  `previous_balance` text,
  `fines` text,
  `previous_fines` text,
  `total_arrears` text,
  `total_amount` text,
  `status` text,
  `printedtime` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`invoice_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `invoices` WRITE;
/*!40000 ALTER TABLE `invoices` DISABLE KEYS */;
INSERT INTO `invoices` (`invoice_id`, `shop_id`, `month_year`, `rent_amount`, `operation_fee`, `vat_amount`, `previous_balance`, `fines`, `previous_fines`, `total_arrears`, `total_amount`, `status`, `printedtime`, `createdAt`, `updatedAt`) VALUES
('INV-A-1-202007','A-1','2020-07-01 00:00:00','1000.00','100.00','198.00','0.00','0.00','0.00','0.00','1298.00','Partially Paid',0,'2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `operation_fees`
--

DROP TABLE IF EXISTS `operation_fees`;
CREATE TABLE `operation_fees` (
  `operation_fee_id` text,
  `operation_amount` text,
  `shop_id` text,
  `invoice_id` text,
  `paid_amount` text,
  `paid_date` text,
  `generate_date` text,
  `status` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`operation_fee_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `operation_fees` WRITE;
/*!40000 ALTER TABLE `operation_fees` DISABLE KEYS */;
INSERT INTO `operation_fees` (`operation_fee_id`, `operation_amount`, `shop_id`, `invoice_id`, `paid_amount`, `paid_date`, `generate_date`, `status`, `createdAt`, `updatedAt`) VALUES
(1,'100.00','A-1','INV-A-1-202007','100.00','2020-07-05 05:30:00','2020-07-01 08:00:00','Paid','2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `payments`
--

DROP TABLE IF EXISTS `payments`;
CREATE TABLE `payments` (
  `payment_id` text,
  `shop_id` text,
  `invoice_id` text,
  `amount_paid` text,
  `payment_date` text,
  `payment_method` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`payment_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `payments` WRITE;
/*!40000 ALTER TABLE `payments` DISABLE KEYS */;
INSERT INTO `payments` (`payment_id`, `shop_id`, `invoice_id`, `amount_paid`, `payment_date`, `payment_method`, `createdAt`, `updatedAt`) VALUES
(1,'A-1',NULL,'500.00','2020-07-05 05:30:00','Cash','2020-07-05 08:00:00','2020-07-05 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `publications`
--

DROP TABLE IF EXISTS `publications`;
CREATE TABLE `publications` (
  `id` text,
  `type` text,
  `topic` text,
  `description` text,
  `image` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `publications` WRITE;
/*!40000 ALTER TABLE `publications` DISABLE KEYS */;
INSERT INTO `publications` (`id`, `type`, `topic`, `description`, `image`, `createdAt`, `updatedAt`) VALUES
(1,'news','Gate','Open',NULL,'2020-07-01 08:00:00','2020-07-01 08:00:00'),
(2,'news','Path','x',NULL,'2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `rents`
--

DROP TABLE IF EXISTS `rents`;
CREATE TABLE `rents` (
  `rent_id` text,
  `rent_amount` text,
  `shop_id` text,
  `invoice_id` text,
  `paid_amount` text,
  `paid_date` text,
  `generate_date` text,
  `status` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`rent_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `rents` WRITE;
/*!40000 ALTER TABLE `rents` DISABLE KEYS */;
INSERT INTO `rents` (`rent_id`, `rent_amount`, `shop_id`, `invoice_id`, `paid_amount`, `paid_date`, `generate_date`, `status`, `createdAt`, `updatedAt`) VALUES
(1,'1000.00','A-1','INV-A-1-202007','202.00','2020-07-05 05:30:00','2020-07-01 08:00:00','Partially Paid','2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `sanitation`
--

DROP TABLE IF EXISTS `sanitation`;
CREATE TABLE `sanitation` (
  `id` text,
  `price` text,
  `date` text,
  `byWhom` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `sanitation` WRITE;
/*!40000 ALTER TABLE `sanitation` DISABLE KEYS */;
INSERT INTO `sanitation` (`id`, `price`, `date`, `byWhom`, `createdAt`, `updatedAt`) VALUES
(1,'20.00','2020-07-01','gone@example.com','2020-07-01 08:00:00','2020-07-01 08:00:00'),
(2,'50.00','2020-07-01','gone@example.com','2020-07-01 08:00:00','2020-07-01 08:00:00'),
(3,'20.00','2020-07-01','gone@example.com','2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `shop_balances`
--

DROP TABLE IF EXISTS `shop_balances`;
CREATE TABLE `shop_balances` (
  `shop_id` text,
  `balance_amount` text,
  `last_updated` text,
  PRIMARY KEY (`shop_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `shop_balances` WRITE;
/*!40000 ALTER TABLE `shop_balances` DISABLE KEYS */;
INSERT INTO `shop_balances` (`shop_id`, `balance_amount`, `last_updated`) VALUES
('A-1','0.00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `shops`
--

DROP TABLE IF EXISTS `shops`;
CREATE TABLE `shops` (
  `shop_id` text,
  `shop_name` text,
  `location` text,
  `rent_amount` text,
  `vat_rate` text,
  `operation_fee` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`shop_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `shops` WRITE;
/*!40000 ALTER TABLE `shops` DISABLE KEYS */;
INSERT INTO `shops` (`shop_id`, `shop_name`, `location`, `rent_amount`, `vat_rate`, `operation_fee`, `createdAt`, `updatedAt`) VALUES
('A-1','Nimal Stores','Block A','1000.00','18.00','100.00','2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `tenants`
--

DROP TABLE IF EXISTS `tenants`;
CREATE TABLE `tenants` (
  `tenant_id` text,
  `shop_id` text,
  `name` text,
  `contact` text,
  `address` text,
  `email` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`tenant_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `tenants` WRITE;
/*!40000 ALTER TABLE `tenants` DISABLE KEYS */;
INSERT INTO `tenants` (`tenant_id`, `shop_id`, `name`, `contact`, `address`, `email`, `createdAt`, `updatedAt`) VALUES
(1,'A-1','Nimal Perera','000 000 0001','Dambulla','nimal@example.com','2020-06-25 09:00:00','2020-06-25 09:00:00');
UNLOCK TABLES;
--
-- Table structure for table `vat`
--

DROP TABLE IF EXISTS `vat`;
CREATE TABLE `vat` (
  `vat_id` text,
  `vat_amount` text,
  `shop_id` text,
  `invoice_id` text,
  `paid_amount` text,
  `paid_date` text,
  `generate_date` text,
  `status` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`vat_id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `vat` WRITE;
/*!40000 ALTER TABLE `vat` DISABLE KEYS */;
INSERT INTO `vat` (`vat_id`, `vat_amount`, `shop_id`, `invoice_id`, `paid_amount`, `paid_date`, `generate_date`, `status`, `createdAt`, `updatedAt`) VALUES
(1,'198.00','A-1','INV-A-1-202007','198.00','2020-07-05 05:30:00','2020-07-01 08:00:00','Paid','2020-07-01 08:00:00','2020-07-01 08:00:00');
UNLOCK TABLES;
--
-- Table structure for table `vehicle_tickets`
--

DROP TABLE IF EXISTS `vehicle_tickets`;
CREATE TABLE `vehicle_tickets` (
  `id` text,
  `vehicleNumber` text,
  `vehicleType` text,
  `ticketPrice` text,
  `date` text,
  `time` text,
  `byWhom` text,
  `createdAt` text,
  `updatedAt` text,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4 COMMENT='a (b), c; d';
LOCK TABLES `vehicle_tickets` WRITE;
/*!40000 ALTER TABLE `vehicle_tickets` DISABLE KEYS */;
UNLOCK TABLES;
/*!40103 SET TIME_ZONE=IFNULL(@OLD_TIME_ZONE, 'system') */;
/*!40101 SET SQL_MODE=IFNULL(@OLD_SQL_MODE, '') */;
/*!40014 SET FOREIGN_KEY_CHECKS=IFNULL(@OLD_FOREIGN_KEY_CHECKS, 1) */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40111 SET SQL_NOTES=IFNULL(@OLD_SQL_NOTES, 1) */;
